#pragma once

/// \file
/// Describes the members of a struct, so that JSON is read as it and it is written as JSON.
///
/// \code
/// struct leg {
///     double price;
///     int size = 1;
///     BOTYARD_MEMBERS(price)
///     BOTYARD_DEFAULTS(size)
/// };
/// struct position {
///     std::string symbol;
///     std::optional<double> stop;
///     std::vector<leg> legs;
///     BOTYARD_MEMBERS(symbol, stop, legs)
/// };
/// botyard::state::set("position", position{"AAPL", 180.0, {{187.5, 3}}});
/// assert(botyard::state::get_as<position>("position")->legs[0].size == 3);
/// \endcode

#include <botyard/convert.hpp>
#include <string>
#include <string_view>
#include <tuple>

/// Names members of the struct that it is in. A value is read as the struct if it is an object whose keys
/// have these names, and whose values fit the types of the members, at every depth [JSON-19]. A key may be
/// missing, or its value null, only if the member is a `std::optional` or a `json`. Other keys are ignored.
///
/// A member is a number, `bool`, a string, an enumeration, a container or `std::optional` of such types,
/// another struct with members, or any type with a `from_json`. The words of an enumeration are those of
/// `NLOHMANN_JSON_SERIALIZE_ENUM`; one without words does not compile. The struct must have a default
/// constructor, and the macro must be in a public part of it.
#define BOTYARD_MEMBERS(...)                                       \
    auto botyard_members() { return std::tie(__VA_ARGS__); }       \
    auto botyard_members() const { return std::tie(__VA_ARGS__); } \
    static constexpr std::string_view botyard_names() { return #__VA_ARGS__; }

/// Names further members, which may be missing: they then keep the value of their initialiser.
#define BOTYARD_DEFAULTS(...)                                       \
    auto botyard_defaults() { return std::tie(__VA_ARGS__); }       \
    auto botyard_defaults() const { return std::tie(__VA_ARGS__); } \
    static constexpr std::string_view botyard_default_names() { return #__VA_ARGS__; }

namespace botyard::detail {

template <class T>
concept has_members = requires {
    T::botyard_names();
};
template <class T>
concept has_defaults = requires {
    T::botyard_default_names();
};
template <class T>
concept described = has_members<T> || has_defaults<T>;

/// Calls a function with the name of each member and the member.
void for_each(std::string_view names, auto members, auto function) {
    const auto next = [&names] {
        auto name = names.substr(0, names.find(','));
        names.remove_prefix(std::min(names.size(), name.size() + 1));
        // The preprocessor makes one space of any white space and comments, and keeps it also before a comma.
        if (name.starts_with(' ')) name.remove_prefix(1);
        if (name.ends_with(' ')) name.remove_suffix(1);
        return std::string(name);
    };
    std::apply([&](auto&... member) { (function(next(), member), ...); }, members);
}

template <described T>
struct converter<T> {
    static std::string expected() { return "an object"; }

    template <class Way = as_it_is>
    static T convert(const json& value) {
        if (!value.is_object()) throw misfit(expected(), &value);
        T read{};
        const auto from = [&value](bool may_be_missing) {
            return [&value, may_be_missing]<class M>(const std::string& name, M& member) {
                if (const auto found = value.find(name); found != value.end()) {
                    member = convert_part<M, Way>(*found, name);
                } else if (!may_be_missing && !has_null<M>) {
                    misfit missing(converter<M>::expected(), nullptr);
                    missing.is_inside(name);
                    throw missing;
                }
            };
        };
        if constexpr (has_members<T>) for_each(T::botyard_names(), read.botyard_members(), from(false));
        if constexpr (has_defaults<T>) {
            for_each(T::botyard_default_names(), read.botyard_defaults(), from(true));
        }
        return read;
    }
};

/// The JSON form of a member; nlohmann/json does not know `std::optional` in all of its versions.
template <class T>
json written(const T& value) {
    if constexpr (requires {
                      typename T::value_type;
                      value.has_value();
                      *value;
                  }) {
        return value ? written(*value) : json(nullptr);
    } else if constexpr (dictionary<T>) {
        auto entries = json::object();
        for (const auto& [key, item] : value) entries[key] = written(item);
        return entries;
    } else if constexpr (sequence<T>) {
        auto items = json::array();
        for (const typename T::value_type& item : value) items.push_back(written(item));
        return items;
    } else {
        return value;
    }
}

}  // namespace botyard::detail

/// Makes structs with members known to nlohmann/json.
template <botyard::detail::described T>
struct nlohmann::adl_serializer<T> {
    static void from_json(const botyard::json& value, T& read) {
        try {
            read = botyard::detail::converter<T>::convert(value);
        } catch (const botyard::detail::misfit& refused) {
            throw std::invalid_argument(refused.reason());
        }
    }

    static void to_json(botyard::json& value, const T& given) {
        using namespace botyard::detail;
        value = botyard::json::object();
        const auto add = [&value](const std::string& name, const auto& member) {
            value[name] = written(member);
        };
        if constexpr (has_members<T>) for_each(T::botyard_names(), given.botyard_members(), add);
        if constexpr (has_defaults<T>) for_each(T::botyard_default_names(), given.botyard_defaults(), add);
    }
};
