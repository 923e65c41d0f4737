#include "target.hpp"

#include <algorithm>
#include <charconv>

#include "../json/utf8.hpp"

namespace botyard::query {
namespace {

/// The text after scheme and host, if there are such.
std::string_view without_origin(std::string_view text) {
    const auto scheme = text.find("://");
    if (text.starts_with('/') || scheme == text.npos || scheme > text.find_first_of("/?")) return text;
    const auto path = text.find_first_of("/?", scheme + 3);
    return path == text.npos ? "/" : text.substr(path);
}

std::string decoded(std::string_view text) { return utf8::repaired(percent_decoded(text)); }

/// Parses a query string as `URLSearchParams` does; the last of a repeated name wins.
json read_params(std::string text) {
    std::replace(text.begin(), text.end(), '+', ' ');
    auto params = json::object();
    for (std::string_view rest = text; !rest.empty();) {
        const auto pair = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
        if (pair.empty()) continue;
        const auto equals = std::min(pair.find('='), pair.size());
        params[decoded(pair.substr(0, equals))] = decoded(pair.substr(std::min(equals + 1, pair.size())));
    }
    return params;
}

}  // namespace

std::string percent_decoded(std::string_view text) {
    std::string bytes;
    while (!text.empty()) {
        unsigned char byte = 0;
        const bool is_escape = text[0] == '%' && text.size() > 2 &&
                               std::from_chars(&text[1], &text[1] + 2, byte, 16).ptr == &text[1] + 2;
        bytes += is_escape ? static_cast<char>(byte) : text[0];
        text.remove_prefix(is_escape ? 3 : 1);
    }
    return bytes;
}

target read_target(std::string_view text) {
    text = without_origin(text);
    const auto mark = std::min(text.find('?'), text.size());
    return {decoded(text.substr(0, mark)),
            read_params(std::string(text.substr(std::min(mark + 1, text.size()))))};
}

}  // namespace botyard::query
