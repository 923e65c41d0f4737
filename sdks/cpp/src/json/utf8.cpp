#include "utf8.hpp"

namespace botyard::utf8 {

part first_part(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const auto lead = byte(0);
    if (lead < 0x80) return {1, true};
    const std::size_t length = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
    if (length == 1) return {1, false};
    // The range of the second byte excludes overlong forms, surrogates and what is beyond U+10FFFF.
    const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (text.size() < 2 || byte(1) < low || byte(1) > high) return {1, false};
    for (std::size_t at = 2; at < length; ++at) {
        if (at == text.size() || (byte(at) & 0xC0) != 0x80) return {at, false};
    }
    return {length, true};
}

bool is_valid(std::string_view text) {
    while (!text.empty()) {
        const auto [length, is_character] = first_part(text);
        if (!is_character) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string repaired(std::string_view text) { return cut(text, std::string::npos); }

std::string cut(std::string_view text, std::size_t length) {
    std::string kept;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == length) return kept + "…";
        const auto next = first_part(text);
        kept += next.is_character ? text.substr(0, next.length) : replacement;
        text.remove_prefix(next.length);
    }
    return kept;
}

}  // namespace botyard::utf8
