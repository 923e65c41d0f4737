#pragma once

/// \file
/// Converts JSON values to types without losing anything.

#include <botyard/json.hpp>
#include <cmath>
#include <concepts>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace botyard::detail {

template <class T>
struct converter {
    static T convert(const json& value) { return value.get<T>(); }
};

[[noreturn]] inline void misfit(const char* expected, const json& value) {
    throw std::invalid_argument(std::string("expected ") + expected + ", got " + value.type_name());
}

template <>
struct converter<json> {
    static json convert(const json& value) { return value; }
};

template <>
struct converter<bool> {
    static bool convert(const json& value) {
        return value.is_boolean() ? value.get<bool>() : (misfit("boolean", value), false);
    }
};

// nlohmann/json itself would truncate 1.5 to 1 and 300 to 44, and take true for 1.
template <std::integral T>
struct converter<T> {
    static T convert(const json& value) {
        if (value.is_number_unsigned()) return checked(value.get<std::uint64_t>());
        if (value.is_number_integer()) return checked(value.get<std::int64_t>());
        if (!value.is_number_float()) misfit("integer", value);
        const auto number = value.get<double>();
        // Both limits are powers of two, so doubles represent them exactly.
        const auto end = std::ldexp(1.0, std::numeric_limits<T>::digits);
        const auto start = std::is_signed_v<T> ? -end : 0.0;
        if (std::trunc(number) != number || number < start || number >= end) refuse();
        return static_cast<T>(number);
    }

  private:
    static T checked(std::integral auto number) {
        if (!std::in_range<T>(number)) refuse();
        return static_cast<T>(number);
    }

    [[noreturn]] static void refuse() {
        throw std::out_of_range("the number is not an integer in the range of the type");
    }
};

template <std::floating_point T>
struct converter<T> {
    static T convert(const json& value) {
        return value.is_number() ? value.get<T>() : (misfit("number", value), T());
    }
};

template <class T>
struct converter<std::optional<T>> {
    static std::optional<T> convert(const json& value) {
        if (value.is_null()) return std::nullopt;
        return converter<T>::convert(value);
    }
};

template <class T>
struct converter<std::vector<T>> {
    static std::vector<T> convert(const json& value) {
        if (!value.is_array()) misfit("array", value);
        std::vector<T> items;
        items.reserve(value.size());
        for (const auto& item : value) items.push_back(converter<T>::convert(item));
        return items;
    }
};

template <class T>
struct converter<std::map<std::string, T>> {
    static std::map<std::string, T> convert(const json& value) {
        if (!value.is_object()) misfit("object", value);
        std::map<std::string, T> entries;
        for (const auto& [key, item] : value.items()) entries.emplace(key, converter<T>::convert(item));
        return entries;
    }
};

/// The value as a type; nothing, with the reason, if it does not fit.
template <class T>
std::optional<T> converted(const json& value, std::string& reason) {
    try {
        return converter<T>::convert(value);
    } catch (const std::exception& failure) {
        reason = failure.what();
        return std::nullopt;
    }
}

}  // namespace botyard::detail
