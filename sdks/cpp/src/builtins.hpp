#pragma once

#include <botyard/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace botyard::builtins {

/// The paths that every bot answers.
inline constexpr std::string_view paths[] = {"/health", "/info"};

/// The answer of a built-in path; nothing for any other path [BI-1, BI-2].
std::optional<json> answer(std::string_view path, const std::vector<std::string>& available);

}  // namespace botyard::builtins
