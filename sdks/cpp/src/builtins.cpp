#include "builtins.hpp"

namespace botyard::builtins {

std::optional<json> answer(std::string_view path, const std::vector<std::string>& available) {
    if (path == "/health") return json{{"status", "ok"}};
    if (path == "/info") return json{{"available_queries", available}};
    return std::nullopt;
}

}  // namespace botyard::builtins
