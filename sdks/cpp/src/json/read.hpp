#pragma once

#include <botyard/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace botyard {

/// Why a document is not valid JSON, with the position; it never quotes the document [IN-5].
class invalid_json : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads one JSON document strictly [JSON-6]; the last of duplicate keys wins [JSON-7].
///
/// \throws invalid_json
json read_json(std::string_view document);

/// Reads one JSON document that must be an object; nothing if it is not.
std::optional<json> read_object(std::string_view document);

}  // namespace botyard
