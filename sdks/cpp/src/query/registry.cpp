#include "registry.hpp"

#include <algorithm>

#include "../builtins.hpp"
#include "../errors.hpp"
#include "../json/write.hpp"

namespace botyard::query {

void registry::add(std::string_view path, detail::answering answer) {
    if (!path.starts_with('/')) throw make_error("query.invalid_path", {{"value", shown(path)}});
    auto added = std::make_shared<const detail::answering>(std::move(answer));
    const std::lock_guard alone(changing_);
    // The handler that is replaced is destroyed after the lock is released, because its destructor is the
    // bot's.
    std::swap(handlers_[std::string(path)], added);
}

registry::handler registry::find(std::string_view path) const {
    {
        const std::lock_guard alone(changing_);
        if (const auto own = handlers_.find(path); own != handlers_.end()) return own->second;
    }
    auto builtin = builtins::answer(path, paths());
    if (!builtin) return nullptr;
    return std::make_shared<const detail::answering>(
        [answer = *std::move(builtin)](const request&) -> json_form { return answer; });
}

std::vector<std::string> registry::paths() const {
    std::vector<std::string> paths(std::begin(builtins::paths), std::end(builtins::paths));
    {
        const std::lock_guard alone(changing_);
        for (const auto& [path, handler] : handlers_) paths.push_back(path);
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

registry::by_path registry::all() const {
    const std::lock_guard alone(changing_);
    return handlers_;
}

void registry::replace(by_path all) {
    const std::lock_guard alone(changing_);
    std::swap(handlers_, all);
}

registry& handlers() {
    static auto& all = *new registry;
    return all;
}

void detail::add(std::string_view path, answering handler) { handlers().add(path, std::move(handler)); }

}  // namespace botyard::query
