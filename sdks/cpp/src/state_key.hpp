#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace botyard::state {

/// Encodes a key for its file name, without `.json` [ST-2].
///
/// \throws exception `state.invalid_key` [ST-3]
std::string encode_key(std::string_view key);

/// The file name of a key.
std::string file_of_key(std::string_view key);

/// The key of a file in the state directory; nothing if the name is not that of a key [ST-4].
std::optional<std::string> key_of_file(std::string_view name);

}  // namespace botyard::state
