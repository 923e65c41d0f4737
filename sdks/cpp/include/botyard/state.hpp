#pragma once

/// \file
/// The bot's state: values by key, which survive the process.
///
/// A key is any text of 1 to 200 characters when encoded: `a`–`z`, digits, `_` and `-` count as one, every
/// other byte as three [ST-3]. A value is at most 1 MiB (1,048,576 bytes) long as JSON. A query process can
/// read the state but not change it [ST-14].

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
/// \code
/// botyard::state::set("last", {{"symbol", "AAPL"}, {"value", 187.5}});
/// assert(botyard::state::get("last").at("value") == 187.5);
/// assert(botyard::state::get("first", "none") == "none");
/// \endcode
///
/// \throws exception
/// - `state.invalid_key`: the key is empty, too long or not UTF-8
/// - `state.read_failed`: `STATE_DIR` is not a directory, or the system refuses to read the file
/// - `state.corrupt`: the key's file is not valid JSON, whatever the default is
json get(std::string_view key, json default_value = nullptr);

namespace detail {
std::optional<json> find(std::string_view key);
[[noreturn]] void wrong_type(std::string_view key, const botyard::detail::misfit& reason);
}  // namespace detail

/// Returns the value of a key as a type; nothing if the key does not exist [ST-22].
///
/// The type is a number, `bool`, a string, an enumeration with NLOHMANN_JSON_SERIALIZE_ENUM, a container or
/// `std::optional` of such types, a struct with BOTYARD_MEMBERS(), or any type with a `from_json`. At every
/// depth, a value must be one that its type holds unchanged [JSON-19]: 3.0 is an `int`, and 1.5 or 3000000000
/// is not; a word that the enumeration does not have is refused. A `char`, and an enumeration that declares
/// no words, do not compile.
///
/// A type with a `from_json` of its own decides itself what it accepts. If it has a `to_json` too, as
/// NLOHMANN_DEFINE_TYPE_INTRUSIVE makes both, what was read must also be written as it was given.
///
/// \code
/// auto trades = botyard::state::get_as<int>("trades").value_or(0);
/// botyard::state::set("trades", trades + 1);
/// \endcode
///
/// \throws exception as get(), and `state.wrong_type` if the value does not fit the type. The message names
/// the path of the first part that does not, such as `legs[0].size`; the cause is what a `from_json` of the
/// bot says
template <class T>
std::optional<T> get_as(std::string_view key) {
    const auto stored = detail::find(key);
    if (!stored) return std::nullopt;
    try {
        return botyard::detail::converter<T>::convert(*stored);
    } catch (const botyard::detail::misfit& reason) {
        detail::wrong_type(key, reason);
    }
}

/// Sets the value of a key, of any JSON form. It is on disk when the function returns; readers see either the
/// old value or the new one [ST-6]. It creates a missing `STATE_DIR`.
///
/// \code
/// botyard::state::set("closes", std::vector{187.5, 188.25});
/// botyard::state::set("paused", nullptr);
/// \endcode
///
/// \throws exception the first of these that applies; the old value remains
/// - `state.read_only`: this is a query process
/// - `state.invalid_key`: the key is empty, too long or not UTF-8
/// - `state.invalid_value`: the value has no JSON form
/// - `state.value_too_large`: the value is longer than 1 MiB as JSON
/// - `state.write_failed`: `STATE_DIR` is not a writable directory, or the disk is full; the cause is the
///   system's reason
void set(std::string_view key, const json_form& value);

/// Deletes a key (`delete` is a word of the language); returns whether it existed. When it returns, this is
/// on disk [ST-21].
///
/// \code
/// botyard::state::set("paused", true);
/// assert(botyard::state::erase("paused"));
/// assert(!botyard::state::erase("paused"));
/// \endcode
///
/// \throws exception `state.read_only`, `state.invalid_key`, `state.write_failed`, as set()
bool erase(std::string_view key);

/// Deletes every key; other files in `STATE_DIR` remain [ST-13].
///
/// \code
/// botyard::state::set("trades", 1);
/// botyard::state::clear();
/// assert(botyard::state::list().empty());
/// \endcode
///
/// \throws exception `state.read_only`, `state.write_failed`, as set()
void clear();

/// Returns whether a key exists, also if its file is not valid JSON.
///
/// \code
/// if (!botyard::state::exists("since")) botyard::state::set("since", "2026-11-20");
/// \endcode
///
/// \throws exception `state.invalid_key`, `state.read_failed`, as get()
bool exists(std::string_view key);

/// Returns all keys, sorted by their bytes [ST-12].
///
/// \code
/// for (const auto& key : botyard::state::list()) botyard::log::debug(key);
/// \endcode
///
/// \throws exception `state.read_failed`, as get()
std::vector<std::string> list();

}  // namespace botyard::state
