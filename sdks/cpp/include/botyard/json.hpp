#pragma once

/// \file
/// JSON values, as the functions of the SDK take and return them.

#include <concepts>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace botyard {

/// A JSON value: null, a boolean, a number, a string, an array or an object. Objects sort their keys.
/// Integers of up to 64 bits and all doubles are exact; longer integers become doubles when they are read.
///
/// \code
/// botyard::json order = {{"symbol", "AAPL"}, {"shares", 3}};
/// order["limits"] = {187.5, 190};
/// assert(order.at("shares").get<int>() == 3);
/// \endcode
using json = nlohmann::json;

/// The JSON form of an argument: of a `json`, of a braced list, of a `nlohmann::ordered_json`, whose keys
/// keep their order, or of any type that nlohmann/json converts, also by the type's own `to_json`.
///
/// Functions of the SDK take their data as this type; a bot passes the value itself. A value whose `to_json`
/// throws has no JSON form, and neither has one that contains bytes (`json::binary`) or is nested deeper than
/// 64 [JSON-10, JSON-11, JSON-13]; the function then fails with its own code, such as `metric.invalid_data`.
/// A lvalue is not copied: a form must not outlive the value it was made of.
///
/// \code
/// botyard::metric("price", {{"symbol", "AAPL"}, {"value", 187.5}});
/// botyard::state::set("closes", std::vector<double>{187.5, 188.25});
/// \endcode
class json_form {
  public:
    json_form(const json& value) noexcept : form_(&value) {}
    json_form(json&& value) : form_(std::move(value)) {}
    json_form(nlohmann::ordered_json value) : form_(std::move(value)) {}
    json_form(json::initializer_list_t items) : form_(json(items)) {}

    template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, json> &&
             !std::same_as<std::remove_cvref_t<T>, json_form> &&
             !std::same_as<std::remove_cvref_t<T>, nlohmann::ordered_json> &&
             std::constructible_from<json, T>) json_form(T&& value) {
        try {
            form_.emplace<json>(std::forward<T>(value));
        } catch (const std::exception& failure) {
            const auto* words = failure.what();
            form_ = failed{words ? words : "its to_json failed"};
        } catch (...) {
            form_ = failed{"its to_json failed"};
        }
    }

    /// Calls a function with the value, which is a `json` or an `ordered_json`; does nothing if there is no
    /// JSON form.
    ///
    /// \code
    /// const botyard::json_form form(std::vector{187.5, 188.25});
    /// form.visit([](const auto& value) { assert(value.size() == 2); });
    /// \endcode
    template <class F>
    void visit(F function) const {
        if (const auto* given = std::get_if<const json*>(&form_)) function(**given);
        if (const auto* owned = std::get_if<json>(&form_)) function(*owned);
        if (const auto* ordered = std::get_if<nlohmann::ordered_json>(&form_)) function(*ordered);
    }

    /// What `to_json` has thrown; empty unless it failed.
    ///
    /// \code
    /// assert(botyard::json_form("AAPL").failure().empty());
    /// \endcode
    std::string failure() const {
        const auto* failure = std::get_if<failed>(&form_);
        return failure ? failure->what : std::string();
    }

  private:
    struct failed {
        std::string what;
    };

    std::variant<const json*, json, nlohmann::ordered_json, failed> form_;
};

}  // namespace botyard
