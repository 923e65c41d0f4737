#pragma once

/// \file
/// The request that a handler receives.

#include <botyard/convert.hpp>
#include <botyard/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace botyard::query {

/// A query to a bot: its path and its parameters.
///
/// Parameters from a query string are strings. The typed accessors accept a value of the JSON type that they
/// name and, except for strings, its text form: `limit=5` is the integer 5. An absent parameter and
/// null are `std::nullopt`, so a default is given with `value_or`.
///
/// \code
/// const botyard::query::request request("/trades", {{"limit", "5"}});
/// assert(request.get_integer("limit") == 5);
/// \endcode
class request {
  public:
    /// Makes a request, for example to test a handler; `values` is an object.
    ///
    /// \code
    /// const auto limit = [](const botyard::query::request& request) {
    ///     return request.get_integer("limit").value_or(10);
    /// };
    /// assert(limit({"/trades", {{"limit", "5"}}}) == 5);
    /// \endcode
    request(std::string path, json values);

    /// The path of the query, as it was compared with the registered paths: decoded, without the query string
    ///
    ///
    /// \code
    /// const botyard::query::request request("/trades", botyard::json::object());
    /// assert(request.path() == "/trades");
    /// \endcode
    const std::string& path() const noexcept { return path_; }

    /// Returns a parameter as it was sent, or `default_value` if it is absent or null. It never fails.
    ///
    /// \code
    /// const botyard::query::request request("/trades", {{"limit", "5"}});
    /// assert(request.get("limit") == "5");
    /// assert(request.get("from", 0) == 0);
    /// \endcode
    json get(std::string_view key, json default_value = nullptr) const;

    /// Returns a parameter as a type, as state::get_as() does; a string may also be the JSON text of the
    /// value.
    ///
    /// \code
    /// const botyard::query::request request("/trades", {{"symbols", "[\"AAPL\",\"MSFT\"]"}});
    /// const auto symbols = request.get_as<std::vector<std::string>>("symbols");
    /// assert(symbols && symbols->size() == 2);
    /// \endcode
    ///
    /// \throws exception `query.invalid_param`: the value does not fit. The message names the path of
    /// the first part that does not, such as `legs[0].size`, and its value; the cause is what a `from_json`
    /// of the bot says. If the handler does not catch it, the caller is answered with status 400 and this
    /// message, also if the handler wraps it with `std::throw_with_nested`.
    template <class T>
    std::optional<T> get_as(std::string_view key) const {
        const auto* given = present(key);
        if (!given) return std::nullopt;
        try {
            return botyard::detail::convert_part<T, botyard::detail::or_its_text>(*given, key);
        } catch (const botyard::detail::misfit& reason) {
            refuse(reason);
        }
    }

    /// Returns all parameters as a type, which is a struct with BOTYARD_MEMBERS() or a map; a member that is
    /// no string also accepts its JSON text, as get_as() does.
    ///
    /// \code
    /// struct newest {
    ///     int limit = 10;
    ///     std::optional<std::string> symbol;
    ///     BOTYARD_MEMBERS(symbol)
    ///     BOTYARD_DEFAULTS(limit)
    /// };
    /// const botyard::query::request request("/trades", {{"limit", "5"}});
    /// const auto asked = request.params_as<newest>();
    /// assert(asked.limit == 5 && !asked.symbol);
    /// \endcode
    ///
    /// \throws exception `query.invalid_param`, as get_as(); of what is missing the value is `nothing`
    template <class T>
    T params_as() const {
        static_assert(botyard::detail::described<T> || botyard::detail::dictionary<T>,
                      "use a struct with BOTYARD_MEMBERS: the texts of a query string get their types by it");
        try {
            return botyard::detail::converter<T>::template convert<botyard::detail::or_its_text>(values_);
        } catch (const botyard::detail::misfit& reason) {
            refuse(reason);
        }
    }

    /// Returns a string parameter; only a JSON string fits.
    ///
    /// \code
    /// const botyard::query::request request("/trades", {{"symbol", "AAPL"}});
    /// assert(request.get_string("symbol").value_or("MSFT") == "AAPL");
    /// \endcode
    ///
    /// \throws exception `query.invalid_param`, as get_as()
    std::optional<std::string> get_string(std::string_view key) const;

    /// Returns a number parameter: `1.5` or `"1.5"`.
    ///
    /// \code
    /// const botyard::query::request request("/trades", {{"above", "187.5"}});
    /// assert(request.get_number("above") == 187.5);
    /// \endcode
    ///
    /// \throws exception `query.invalid_param`, as get_as()
    std::optional<double> get_number(std::string_view key) const;

    /// Returns an integer parameter of 64 bits: `5`, `5.0` or `"5"`.
    ///
    /// \code
    /// const botyard::query::request request("/trades", {{"limit", 1.5}});
    /// try {
    ///     request.get_integer("limit");
    /// } catch (const botyard::exception& failure) {
    ///     assert(failure.code() == botyard::codes::query_invalid_param);
    /// }
    /// \endcode
    ///
    /// \throws exception `query.invalid_param`, as get_as()
    std::optional<std::int64_t> get_integer(std::string_view key) const;

    /// Returns a boolean parameter: `true` or `false`, also as text.
    ///
    /// \code
    /// const botyard::query::request request("/trades", {{"open", "true"}});
    /// assert(request.get_boolean("open").value_or(false));
    /// \endcode
    ///
    /// \throws exception `query.invalid_param`, as get_as()
    std::optional<bool> get_boolean(std::string_view key) const;

    /// Returns an array parameter: an array or its JSON text.
    ///
    /// \code
    /// const botyard::query::request request("/trades", {{"ids", "[1,2]"}});
    /// assert(request.get_array("ids") == botyard::json({1, 2}));
    /// \endcode
    ///
    /// \throws exception `query.invalid_param`, as get_as()
    std::optional<json> get_array(std::string_view key) const;

    /// Returns an object parameter: an object or its JSON text.
    ///
    /// \code
    /// const botyard::query::request request("/trades", {{"range", {{"from", 1}, {"to", 5}}}});
    /// const auto range = request.get_object("range").value_or(botyard::json::object());
    /// assert(range.value("to", 0) == 5);
    /// \endcode
    ///
    /// \throws exception `query.invalid_param`, as get_as()
    std::optional<json> get_object(std::string_view key) const;

    /// Returns all parameters with their JSON types, an object, a new copy at each call.
    ///
    /// \code
    /// const botyard::query::request request("/trades", {{"limit", 5}});
    /// assert(request.values().size() == 1);
    /// \endcode
    json values() const { return values_; }

  private:
    const json* present(std::string_view key) const;
    std::optional<json> get_structure(std::string_view key, json::value_t type, const char* expected) const;
    [[noreturn]] static void refuse(const botyard::detail::misfit& reason);

    std::string path_;
    json values_;
};

}  // namespace botyard::query
