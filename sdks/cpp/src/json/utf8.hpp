#pragma once

#include <string>
#include <string_view>

namespace botyard::utf8 {

/// The first part of a text: one character, or a maximal ill-formed subpart [JSON-9].
struct part {
    std::size_t length;
    bool is_character;
};

/// Returns the first part of a text that is not empty.
part first_part(std::string_view text);

bool is_valid(std::string_view text);

/// Replaces each maximal ill-formed subpart by U+FFFD.
std::string repaired(std::string_view text);

/// Cuts a text after a number of characters and marks the cut with `…`; the text is repaired.
std::string cut(std::string_view text, std::size_t length);

inline constexpr std::string_view replacement = "\xEF\xBF\xBD";

}  // namespace botyard::utf8
