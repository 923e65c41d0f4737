#pragma once

/// \file
/// The members of an object in a braced list.

#include <botyard/json.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace botyard::detail {

template <class T>
inline constexpr bool is_literal = false;
template <std::size_t Size>
inline constexpr bool is_literal<const char (&)[Size]> = true;

// Not a pointer, which may be null.
template <class T>
concept text = is_literal<T> || std::same_as<std::remove_cvref_t<T>, std::string> ||
    std::same_as<std::remove_cvref_t<T>, std::string_view>;

/// A value in a braced list. Texts and numbers are only referred to: making a `json` of each would take
/// longer than writing the line. Anything else is converted as by `json` itself.
class field_value {
  public:
    /// A value that is `{}`, which nlohmann/json takes for null.
    field_value() noexcept : value_(nullptr) {}
    field_value(json::initializer_list_t items) : value_(json(items)) {}

    template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, field_value> && std::constructible_from<json, T>)
        field_value(T&& value)
        : value_(kept(std::forward<T>(value))) {}

    template <class F>
    decltype(auto) visit(F&& function) const {
        return std::visit(std::forward<F>(function), value_);
    }

  private:
    using kept_value = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double,
                                    std::string_view, const json*, json>;

    template <class T>
    static kept_value kept(T&& value) {
        using plain = std::remove_cvref_t<T>;
        if constexpr (std::same_as<plain, json> && std::is_lvalue_reference_v<T>) {
            return &value;
        } else if constexpr (std::same_as<plain, bool>) {
            return value;
        } else if constexpr (std::signed_integral<plain>) {
            return static_cast<std::int64_t>(value);
        } else if constexpr (std::unsigned_integral<plain>) {
            return static_cast<std::uint64_t>(value);
        } else if constexpr (std::floating_point<plain>) {
            return static_cast<double>(value);
        } else if constexpr (text<T>) {
            return std::string_view(value);
        } else {
            return json(std::forward<T>(value));
        }
    }

    kept_value value_;
};

/// A member of an object. It must not outlive what it was made of.
struct field {
    template <text Key>
    field(Key&& name, field_value member) : key(name), value(std::move(member)) {}

    std::string_view key;
    field_value value;
};

/// The members of an object, in any order. Of equal keys the first counts, as in nlohmann/json.
using fields = std::initializer_list<field>;

}  // namespace botyard::detail
