#pragma once

/// \file
/// The bot's state: values by key, which survive the process.
///
/// A key is any text of 1 to 200 characters when encoded: `a`–`z`, digits, `_` and `-` count as one, every
/// other byte as three [ST-3]. A query process can read the state but not change it [ST-14].

#include <botyard/convert.hpp>
#include <botyard/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace botyard::state {

/// Returns the value of a key, or `default_value` if the key does not exist. A stored null is returned as it
/// is [ST-9].
///
/// \throws exception `state.invalid_key`, `state.read_failed`, and `state.corrupt` if the key's file is not
/// valid JSON
json get(std::string_view key, json default_value = nullptr);

namespace detail {
std::optional<json> find(std::string_view key);
[[noreturn]] void wrong_type(std::string_view key, const std::string& reason);
}  // namespace detail

/// Returns the value of a key as a type; nothing if the key does not exist.
///
/// The type is a number, `bool`, a string, a `std::vector`, `std::map` or `std::optional` of such types, or
/// any type with a `from_json`. A number fits if the type represents it: 1.5 is not an `int` [ST-20].
///
/// \code
/// auto trades = botyard::state::get_as<int>("trades").value_or(0);
/// \endcode
///
/// \throws exception as get(), and `state.wrong_type` if the value does not fit the type
template <class T>
std::optional<T> get_as(std::string_view key) {
    const auto stored = detail::find(key);
    if (!stored) return std::nullopt;
    std::string reason;
    auto value = botyard::detail::converted<T>(*stored, reason);
    if (!value) detail::wrong_type(key, reason);
    return value;
}

/// Sets the value of a key, of any JSON form. It is on disk when the function returns; readers see either the
/// old value or the new one [ST-6].
///
/// \throws exception `state.read_only` in a query process, `state.invalid_key`, `state.invalid_value` if the
/// value has no JSON form, `state.value_too_large` (more than 1 MiB), `state.write_failed`, in this order
void set(std::string_view key, const json_form& value);

/// Deletes a key (`delete` is a word of the language); returns whether it existed.
///
/// \throws exception `state.read_only`, `state.invalid_key`, `state.write_failed`
bool erase(std::string_view key);

/// Deletes every key; other files in `STATE_DIR` remain [ST-13].
///
/// \throws exception `state.read_only`, `state.write_failed`
void clear();

/// Returns whether a key exists.
///
/// \throws exception `state.invalid_key`, `state.read_failed`
bool exists(std::string_view key);

/// Returns all keys, sorted by their bytes [ST-12].
///
/// \throws exception `state.read_failed`
std::vector<std::string> list();

}  // namespace botyard::state
