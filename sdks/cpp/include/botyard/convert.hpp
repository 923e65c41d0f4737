#pragma once

/// \file
/// Reads JSON values as types, without losing anything [JSON-19].

#include <botyard/misfit.hpp>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace botyard::detail {

/// Reads a type by its `from_json`; what that says about the value is its own.
template <class T>
T by_from_json(const json& value) {
    try {
        return value.get<T>();
    } catch (const std::exception& failure) {
        const auto* words = failure.what();
        throw misfit("", &value, words ? words : "");
    }
}

/// If a type has a `to_json` too, the value must be what that writes: most are made by a macro of
/// nlohmann/json, whose numbers are cut and whose unknown words are the first one.
template <class T>
struct converter {
    static std::string expected() { return "a value"; }

    static T convert(const json& value) {
        T read = by_from_json<T>(value);
        if constexpr (std::constructible_from<json, const T&>) hold_unchanged(value, json(read));
        return read;
    }
};

/// Reads a part of a value as a type.
struct as_it_is {
    template <class T>
    static T convert(const json& value) {
        return converter<T>::convert(value);
    }
};

/// The same, or the value whose JSON text it is, as parameters are read.
struct or_its_text {
    template <class T>
    static T convert(const json& value) {
        try {
            return converter<T>::convert(value);
        } catch (const misfit&) {
            const auto inner = text_form(value);
            if (!inner) throw;
            try {
                return converter<T>::convert(*inner);
            } catch (const misfit& deeper) {
                // What is wrong inside of the text says more than that it is a text.
                if (deeper.depth() > 0) throw;
            }
            throw;
        }
    }
};

/// Reads what has a key or an index in another value.
template <class T, class Way = as_it_is>
T convert_part(const json& value, const auto& step) {
    try {
        return Way::template convert<T>(value);
    } catch (misfit& inner) {
        inner.is_inside(step);
        throw;
    }
}

template <>
struct converter<json> {
    static std::string expected() { return "a value"; }
    static json convert(const json& value) { return value; }
};

template <>
struct converter<bool> {
    static std::string expected() { return "true or false"; }
    static bool convert(const json& value) {
        return value.is_boolean() ? value.get<bool>() : throw misfit(expected(), &value);
    }
};

template <>
struct converter<std::string> {
    static std::string expected() { return "a string"; }
    static std::string convert(const json& value) {
        return value.is_string() ? value.get<std::string>() : throw misfit(expected(), &value);
    }
};

/// JSON has numbers and texts, and a character could be meant as either.
template <class T>
concept character = std::integral<T> &&
    (std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
     std::same_as<T, char16_t> || std::same_as<T, char32_t>);

template <character T>
struct converter<T> {
    static_assert(!character<T>, "JSON has no characters: read a std::string, or a std::int8_t for a number");
    static std::string expected();
    static T convert(const json& value);
};

// nlohmann/json itself would truncate 1.5 to 1 and 300 to 44, and take true for 1.
template <std::integral T>
struct converter<T> {
    static std::string expected() { return sizeof(T) < sizeof(int) ? range() : "an integer"; }

    static T convert(const json& value) {
        if (value.is_number_unsigned()) return checked(value.get<std::uint64_t>(), value);
        if (value.is_number_integer()) return checked(value.get<std::int64_t>(), value);
        const auto number = value.is_number_float() ? value.get<double>() : 0.5;
        if (std::trunc(number) != number) throw misfit(expected(), &value);
        // Both limits are powers of two, so doubles represent them exactly.
        const auto end = std::ldexp(1.0, std::numeric_limits<T>::digits);
        const auto start = std::is_signed_v<T> ? -end : 0.0;
        if (number < start || number >= end) throw misfit(range(), &value);
        // From here on, a double may stand for an integer beside it.
        if (std::abs(number) >= first_rounded) {
            throw misfit(range() + " without a fraction or an exponent", &value);
        }
        return static_cast<T>(number);
    }

  private:
    static T checked(std::integral auto number, const json& value) {
        if (!std::in_range<T>(number)) throw misfit(range(), &value);
        return static_cast<T>(number);
    }

    static std::string range() {
        using limits = std::numeric_limits<T>;
        return "an integer from " + std::to_string(limits::min()) + " to " + std::to_string(limits::max());
    }
};

template <std::floating_point T>
struct converter<T> {
    static std::string expected() { return "a number"; }

    static T convert(const json& value) {
        if (!value.is_number()) throw misfit(expected(), &value);
        const auto number = value.get<T>();
        if (std::isinf(number)) throw misfit("a number in the range of its type", &value);
        if (value.is_number_integer() || value.get<double>() != number) hold_unchanged(value, number);
        return number;
    }
};

/// An enumeration that has a value for each number.
template <>
struct converter<std::byte> {
    static std::string expected() { return converter<std::uint8_t>::expected(); }
    static std::byte convert(const json& value) { return std::byte{converter<std::uint8_t>::convert(value)}; }
};

/// Collects the words that NLOHMANN_JSON_SERIALIZE_ENUM compares a value with.
struct word_collector : json {
    using json::json;
    std::vector<json>* words = nullptr;

    friend bool operator==(const word_collector& word, const word_collector& asked) {
        asked.words->push_back(word);
        return false;
    }
};

/// What a `from_json` takes. Nothing that nlohmann/json declares for its own values is found with it.
struct any_json {
    operator const json&() const;
};

template <class T>
requires std::is_enum_v<T>
struct converter<T> {
    static std::string expected() {
        const auto all = words();
        return all.empty() ? "a value" : one_of(all);
    }

    static T convert(const json& value) {
        const auto all = words();
        for (const auto& word : all) {
            if (word == value) return value.get<T>();
        }
        if (!all.empty()) throw misfit(one_of(all), &value);
        return by_from_json<T>(value);
    }

  private:
    static constexpr bool reads_itself = requires(const any_json& asked, T& read) { from_json(asked, read); };
    // As a number, it would take those that it has no value for.
    static_assert(
        reads_itself,
        "an enumeration is read by its words: declare them with NLOHMANN_JSON_SERIALIZE_ENUM in its "
        "namespace");

    /// Empty if the enumeration has a function of its own that reads them.
    static std::vector<json> words() {
        std::vector<json> all;
        if constexpr (reads_itself) {
            word_collector asked;
            asked.words = &all;
            try {
                T ignored{};
                from_json(asked, ignored);
            } catch (const std::exception&) {
                // Such a function has been given null.
            }
        }
        return all;
    }
};

template <class T>
struct converter<std::optional<T>> {
    static std::string expected() { return converter<T>::expected(); }

    static std::optional<T> convert(const json& value) {
        if (value.is_null()) return std::nullopt;
        return converter<T>::convert(value);
    }
};

/// Whether null is a value of a type, so that a member of it may be missing.
template <class T>
inline constexpr bool has_null = std::same_as<T, json>;
template <class T>
inline constexpr bool has_null<std::optional<T>> = true;

/// A map whose keys are text.
template <class T>
concept dictionary = std::same_as<typename T::key_type, std::string> && requires(T all) {
    all.emplace(std::string(), std::declval<typename T::mapped_type>());
};

/// A list or set, of any length.
template <class T>
concept sequence = !dictionary<T> && !std::convertible_to<T, std::string_view> && !std::same_as<T, json> &&
                   requires(T all, typename T::value_type one) {
    typename T::const_iterator;
    all.insert(all.end(), std::move(one));
    requires !requires { typename T::mapped_type; };
};

template <sequence T>
struct converter<T> {
    static std::string expected() { return "an array"; }

    static T convert(const json& value) {
        if (!value.is_array()) throw misfit(expected(), &value);
        T items;
        for (std::size_t at = 0; at < value.size(); ++at) {
            items.insert(items.end(), convert_part<typename T::value_type>(value[at], at));
        }
        if (items.size() != value.size()) throw misfit("an array without duplicates", &value);
        return items;
    }
};

template <dictionary T>
struct converter<T> {
    static std::string expected() { return "an object"; }

    template <class Way = as_it_is>
    static T convert(const json& value) {
        if (!value.is_object()) throw misfit(expected(), &value);
        T entries;
        for (const auto& [key, item] : value.items()) {
            entries.emplace(key, convert_part<typename T::mapped_type, Way>(item, key));
        }
        return entries;
    }
};

}  // namespace botyard::detail

#include <botyard/members.hpp>
