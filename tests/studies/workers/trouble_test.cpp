// Rows that crash, hang, print, leak and spoil their process: each has its status, all others their
// exact bits.

#include "tests/studies/workers/trouble.hpp"

#include "uq/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

using namespace uq::test;
using uq::Index;
using uq::Matrix;
using uq::RowStatus;

namespace {

/// Rows without trouble, and one of each trouble that `wanted` names strewn among them.
Matrix rows_with(const std::vector<std::string>& wanted, Index n) {
  Matrix x = quiet_rows(n);
  const Index step = n / static_cast<Index>(wanted.size());
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    x(static_cast<Index>(k) * step + step / 2, 1) = number_of(wanted[k]);
  }
  return x;
}

void expect_outcome(const Outcome& found, const Matrix& x) {
  const Outcome quiet = in_process(quiet_rows(x.rows()));
  for (Index i = 0; i < x.rows(); ++i) {
    const Trouble& trouble = troubles()[static_cast<std::size_t>(x(i, 1))];
    INFO("row " << i << ", " << trouble.name
                << ", message: " << (found.messages.contains(i) ? found.messages.at(i) : "none"));
    const RowStatus status = found.status[static_cast<std::size_t>(i)];
    CHECK(uq::name(status) == uq::name(trouble.status));
    if (!trouble.says.empty()) {
      REQUIRE(found.messages.contains(i));
      CHECK(found.messages.at(i).find(trouble.says) != std::string::npos);
    }
    const bool own_bits = trouble.name == "minus zero" || trouble.name == "denormal" ||
                          trouble.name == "changes rounding";
    if (status == RowStatus::ok && !own_bits) {
      CHECK(same_bits(found.y.row(i), quiet.y.row(i)));
    } else if (status != RowStatus::ok && status != RowStatus::nonfinite) {
      CHECK((std::isnan(found.y(i, 0)) && std::isnan(found.y(i, 1))));
    }
    if (trouble.name == "minus zero") {
      CHECK((found.y(i, 0) == 0 && std::signbit(found.y(i, 0))));
    } else if (trouble.name == "denormal") {
      CHECK(found.y(i, 0) == 4.9e-324);
    }
  }
}

}  // namespace

TEST_CASE("workers: every trouble has its status, all other rows their bits",
          "[workers][property]") {
  std::vector<std::string> wanted;
  for (const Trouble& trouble : troubles()) {
    wanted.push_back(trouble.name);
  }
  const Matrix x = rows_with(wanted, 20 * static_cast<Index>(wanted.size()));
  const auto pool =
      trouble_in_workers({.timeout = 1, .retries = {}}, 2, {.memory = std::uint64_t{6} << 30});
  expect_outcome(outcome_of(pool.loaded.model, x), x);
  std::string remarks;
  for (const std::string& remark : pool.pool->remarks()) {
    remarks += remark + "\n";
  }
  INFO(remarks);
  for (const char* said : {"working folder", "locale", "umask", "line 0 of very many"}) {
    INFO(said);
    CHECK(remarks.find(said) != std::string::npos);
  }
}

TEST_CASE("workers: the same bits for any threads, workers and batches", "[workers][property]") {
  const std::vector<std::string> wanted{
      "segv", "throws", "exit 3", "nan", "infeasible", "kills itself"};
  const Index n = 2100;
  const Matrix x = rows_with(wanted, n);
  Outcome first;
  for (const Index workers : {1, 2, 3}) {
    for (const Index batch : {1, 7, 64, 1024}) {
      const auto pool = trouble_in_workers({}, workers, {.batch = batch});
      for (const int threads : {1, 2, 3, 7}) {
        if (threads != 2 && (batch == 1 || batch == 64) && workers != 3) {
          continue;  // each pair of them occurs; all together take minutes
        }
        INFO(threads << " threads, " << workers << " workers, batches of " << batch);
        uq::set_threads(threads);
        Outcome whole{Matrix::Zero(n, 2),
                      std::vector<RowStatus>(static_cast<std::size_t>(n), RowStatus::ok),
                      {}};
        std::mutex mutex;
        constexpr Index block = 300;
        uq::parallel_for(n / block, [&](Index k) {
          const Outcome part = outcome_of(pool.loaded.model, x.middleRows(k * block, block));
          whole.y.middleRows(k * block, block) = part.y;
          std::copy(part.status.begin(), part.status.end(), whole.status.begin() + k * block);
          const std::lock_guard lock(mutex);
          for (const auto& [row, text] : part.messages) {
            whole.messages[k * block + row] = text;
          }
        });
        uq::set_threads(0);
        if (first.status.empty()) {
          expect_outcome(whole, x);
          first = whole;
        }
        CHECK(same_bits(whole.y, first.y));
        CHECK(whole.status == first.status);
        CHECK(whole.messages == first.messages);
      }
    }
  }
}
