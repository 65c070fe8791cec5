#include "perfmodels/plugin/fp_environment_detail.hpp"
#include "perfmodels/plugin/instance_detail.hpp"
#include "perfmodels/plugin/text_detail.hpp"

#include <array>
#include <cstring>
#include <exception>
#include <utility>

namespace uq::perfmodels::plugin {
namespace {

std::string name_of(uqpm_status status) {
  constexpr std::array names{"UQPM_OK",
                             "UQPM_E_CONFIG",
                             "UQPM_E_DOMAIN",
                             "UQPM_E_UNSUPPORTED",
                             "UQPM_E_CANCELLED",
                             "UQPM_E_INTERNAL"};
  const auto i = static_cast<std::size_t>(status);
  return status >= 0 && i < names.size() ? names[i]
                                         : "the unknown status " + std::to_string(status);
}

std::vector<std::string> names_of(const Description& description) {
  std::vector<std::string> names;
  for (const InputVariable& input : description.inputs) {
    names.push_back(input.name);
  }
  names.emplace_back();
  for (const OutputVariable& output : description.outputs) {
    names.push_back(output.name);
  }
  return names;
}

}  // namespace

std::string status_text(uqpm_status status) {
  return name_of(status);
}

Instance::Instance(Library& library, std::uint32_t index, const std::string& config)
    : library_(library) {
  const Place place{library.file, "model `" + library.info.models[index].id + "`"};
  std::array<char, 1024> reason{};
  uqpm_status status = UQPM_OK;
  const std::lock_guard lock(library.mutex);
  const FpEnvironment restored;
  try {
    status = library.c.create(index, config.c_str(), &c_, reason.data(), reason.size());
  } catch (const std::exception& error) {
    place.refuse("create threw an exception: " + cleaned(error.what()));
  } catch (...) {
    place.refuse("create threw something that is not a std::exception");
  }
  if (status != UQPM_OK) {
    const std::string said = cleaned({reason.data(), ::strnlen(reason.data(), reason.size())}, 500);
    const bool config_refused = status == UQPM_E_CONFIG;
    place.refuse(
        (config_refused ? "refuses the configuration" : "create returned " + name_of(status)) +
            ": " + (said.empty() ? "the plugin gives no reason" : said),
        config_refused ? "the configuration was " + cleaned(config) : "");
  }
  if (c_ == nullptr) {
    place.refuse("create returned UQPM_OK without a model");
  }
  try {
    description_ = describe_instance(c_, library.minor_known, place);
    evaluate_ = c_->evaluate;
  } catch (...) {
    destroy();
    throw;
  }
}

Instance::~Instance() {
  const std::lock_guard lock(library_.mutex);
  destroy();
}

void Instance::destroy() noexcept {
  // An instance that was refused may lack even this.
  if (c_->struct_size >= first_size<uqpm_model> && c_->destroy != nullptr) {
    const FpEnvironment restored;
    try {
      c_->destroy(c_);
    } catch (...) {  // NOLINT(bugprone-empty-catch): nothing is left to be told or saved
    }
  }
}

InstancePool::InstancePool(Library& library,
                           std::uint32_t index,
                           std::string config,
                           std::unique_ptr<Instance> first)
    : library_(library),
      index_(index),
      config_(std::move(config)),
      names_(names_of(first->description())) {
  idle_.push_back(std::move(first));
}

std::unique_ptr<Instance> InstancePool::make_another() const {
  try {
    auto instance = std::make_unique<Instance>(library_, index_, config_);
    return names_of(instance->description()) == names_ ? std::move(instance) : nullptr;
  } catch (const PluginError&) {
    return nullptr;
  }
}

std::unique_ptr<Instance> InstancePool::take() {
  std::unique_lock lock(mutex_);
  if (idle_.empty() && !exhausted_) {
    lock.unlock();
    if (auto instance = make_another()) {
      return instance;
    }
    lock.lock();
    exhausted_ = true;
  }
  returned_.wait(lock, [&] { return !idle_.empty(); });
  auto instance = std::move(idle_.back());
  idle_.pop_back();
  return instance;
}

void InstancePool::give_back(std::unique_ptr<Instance> instance) {
  {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(instance));
  }
  returned_.notify_one();
}

}  // namespace uq::perfmodels::plugin
