#pragma once

#include <botyard/json.hpp>
#include <string>
#include <string_view>

namespace botyard::query {

/// Percent-decodes once and never fails: a `%` without two hex digits stays.
std::string percent_decoded(std::string_view text);

/// The parts of a request target.
struct target {
    /// Decoded, as it is compared with the registered paths.
    std::string path;
    /// The parameters of the query string, an object of strings.
    json params;
};

target read_target(std::string_view text);

}  // namespace botyard::query
