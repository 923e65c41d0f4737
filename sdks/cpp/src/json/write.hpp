#pragma once

#include <botyard/fields.hpp>
#include <botyard/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace botyard {

/// Why a value has no JSON form.
class no_json_form : public std::runtime_error {
  public:
    no_json_form(const std::string& reason, std::string cause)
        : std::runtime_error(reason), cause(std::move(cause)) {}

    /// What the value's `to_json` has thrown; empty if it is not the reason.
    std::string cause;
};

/// Appends a value as one JSON document without white space [JSON-1].
///
/// \throws no_json_form  what has been appended until then remains
void append_json(std::string& document, const json_form& value);

/// Appends an object as `json` would write it: its keys sorted, and each once.
///
/// \throws no_json_form  what has been appended until then remains
void append_json(std::string& document, detail::fields members);

/// Appends a text as a JSON string.
void append_quoted(std::string& document, std::string_view text);

/// The type of a value; nothing if it has no JSON form.
std::optional<json::value_t> type_of(const json_form& value);

std::string write_json(const json_form& value);
std::string quoted_text(std::string_view text);

/// The JSON text of a value as messages show it, cut after 100 characters.
std::string shown_json(const json& value);
std::string shown(std::string_view text);

/// The kind of a value in words: `an array`, `null` …
std::string kind_of(json::value_t type);

}  // namespace botyard
