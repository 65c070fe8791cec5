#pragma once

#include "perfmodels/plugin/describe_detail.hpp"
#include "perfmodels/plugin/library_detail.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace uq::perfmodels::plugin {

/// "UQPM_E_DOMAIN".
std::string status_text(uqpm_status status);

/// One instance of a model, destroyed with this object.
class Instance {
 public:
  /// @throws PluginError when the plugin refuses the configuration or breaks the interface
  Instance(Library& library, std::uint32_t index, const std::string& config);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  const Description& description() const { return description_; }
  uqpm_status evaluate(const uqpm_batch& batch) const { return evaluate_(c_, &batch); }

 private:
  void destroy() noexcept;

  Library& library_;
  uqpm_model* c_ = nullptr;
  uqpm_status (*evaluate_)(uqpm_model*, const uqpm_batch*) = nullptr;
  Description description_;
};

/// Lends instances of one model, each to one thread at a time; makes another when all are lent. If
/// that fails (a plugin may allow a few only) threads wait: how many can be had never changes
/// results.
class InstancePool {
 public:
  /// `first` is an instance made before.
  InstancePool(Library& library,
               std::uint32_t index,
               std::string config,
               std::unique_ptr<Instance> first);

  std::unique_ptr<Instance> take();
  void give_back(std::unique_ptr<Instance> instance);

 private:
  std::unique_ptr<Instance> make_another() const;

  Library& library_;
  std::uint32_t index_;
  std::string config_;
  std::vector<std::string> names_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<Instance>> idle_;
  bool exhausted_ = false;
};

}  // namespace uq::perfmodels::plugin
