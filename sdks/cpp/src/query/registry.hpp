#pragma once

#include <botyard/query.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace botyard::query {

/// The handlers of a bot by path. The built-ins answer where the bot has no handler of its own [BI-3].
class registry {
  public:
    using handler = std::shared_ptr<const detail::answering>;

    /// Registers a handler; the last one of a path wins.
    ///
    /// \throws exception `query.invalid_path`
    void add(std::string_view path, detail::answering answer);

    /// Returns the handler of a path, its own or that of a built-in; null if there is none.
    handler find(std::string_view path) const;

    /// Every path that the bot answers, sorted [BI-2].
    std::vector<std::string> paths() const;

    /// The handlers by path, to put them back after a test.
    using by_path = std::map<std::string, handler, std::less<>>;
    by_path all() const;
    void replace(by_path all);

  private:
    mutable std::mutex changing_;
    by_path handlers_;
};

/// The registry of the process. Never destroyed: handlers may run while the process exits.
registry& handlers();

}  // namespace botyard::query
