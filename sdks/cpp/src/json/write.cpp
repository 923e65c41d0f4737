#include "write.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <vector>

#include "utf8.hpp"

namespace botyard {
namespace {

// Every SDK reads this depth [JSON-12].
constexpr int max_depth = 64;

template <class Json>
void append(std::string& document, const Json& value, int depth);

template <class... Number>
void append_number(std::string& document, Number... number) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, number...).ptr;
    document.append(digits, end);
}

void append_double(std::string& document, double number) {
    if (!std::isfinite(number)) {
        document += "null";
        return;
    }
    const auto start = document.size();
    if (std::abs(number) < 1e16) {
        append_number(document, number);
    } else {
        // Without an exponent, to_chars would write more digits than are needed to read the number again.
        append_number(document, number, std::chars_format::scientific);
    }
    // The type survives being read again.
    if (document.find_first_of(".e", start) == document.npos) document += ".0";
}

template <class Json>
void append_member(std::string& document, std::string_view key, const Json& value, int depth) {
    if (document.back() != '{') document += ',';
    append_quoted(document, key);
    document += ':';
    append(document, value, depth + 1);
}

/// Appends an object with keys that are not text. Keys may become equal when they are repaired; the last of
/// them is written [JSON-9].
template <class Members>
void append_repaired(std::string& document, const Members& members, int depth) {
    std::vector<std::pair<std::string, const typename Members::mapped_type*>> repaired;
    std::map<std::string, std::size_t> places;
    for (const auto& [key, value] : members) {
        const auto text = utf8::repaired(key);
        const auto [place, is_new] = places.try_emplace(text, repaired.size());
        if (is_new) {
            repaired.emplace_back(text, &value);
        } else {
            repaired[place->second].second = &value;
        }
    }
    for (const auto& [key, value] : repaired) append_member(document, key, *value, depth);
}

template <class Json>
void append_object(std::string& document, const Json& object, int depth) {
    const auto& members = object.template get_ref<const typename Json::object_t&>();
    bool valid = true;
    for (const auto& [key, value] : members) valid = valid && utf8::is_valid(key);
    document += '{';
    if (valid) {
        for (const auto& [key, value] : members) append_member(document, key, value, depth);
    } else {
        append_repaired(document, members, depth);
    }
    document += '}';
}

template <class Json>
void append_array(std::string& document, const Json& array, int depth) {
    document += '[';
    for (const auto& item : array) {
        if (document.back() != '[') document += ',';
        append(document, item, depth + 1);
    }
    document += ']';
}

/// \param depth  the number of arrays and objects around the value
template <class Json>
void append(std::string& document, const Json& value, int depth) {
    if (value.is_structured() && depth == max_depth) {
        throw no_json_form("it is nested deeper than " + std::to_string(max_depth), "");
    }
    switch (value.type()) {
        case json::value_t::null:
            document += "null";
            break;
        case json::value_t::boolean:
            document += value.template get<bool>() ? "true" : "false";
            break;
        case json::value_t::number_integer:
            append_number(document, value.template get<std::int64_t>());
            break;
        case json::value_t::number_unsigned:
            append_number(document, value.template get<std::uint64_t>());
            break;
        case json::value_t::number_float:
            append_double(document, value.template get<double>());
            break;
        case json::value_t::string:
            append_quoted(document, value.template get_ref<const std::string&>());
            break;
        case json::value_t::array:
            append_array(document, value, depth);
            break;
        case json::value_t::object:
            append_object(document, value, depth);
            break;
        case json::value_t::binary:
            throw no_json_form("it contains bytes", "");
        case json::value_t::discarded:
            throw no_json_form("it contains a discarded value", "");
    }
}

json json_of(const detail::field_value& value) {
    return value.visit([]<class T>(const T& kept) -> json {
        if constexpr (std::same_as<T, const json*>)
            return *kept;
        else if constexpr (std::same_as<T, std::string_view>)
            return std::string(kept);
        else
            return kept;
    });
}

/// The members as nlohmann/json keeps them: sorted, and of equal keys the first.
std::vector<const detail::field*> sorted(detail::fields members) {
    std::vector<const detail::field*> sorted(members.size());
    std::iota(sorted.begin(), sorted.end(), members.begin());
    std::ranges::sort(sorted, [](const auto* one, const auto* other) {
        const auto order = one->key <=> other->key;
        return order == 0 ? one < other : order < 0;
    });
    const auto rest = std::ranges::unique(sorted, {}, &detail::field::key);
    sorted.erase(rest.begin(), rest.end());
    return sorted;
}

void append_value(std::string& document, const detail::field_value& value) {
    value.visit([&]<class T>(const T& kept) {
        if constexpr (std::same_as<T, std::nullptr_t>) {
            document += "null";
        } else if constexpr (std::same_as<T, bool>) {
            document += kept ? "true" : "false";
        } else if constexpr (std::integral<T>) {
            append_number(document, kept);
        } else if constexpr (std::floating_point<T>) {
            append_double(document, kept);
        } else if constexpr (std::same_as<T, std::string_view>) {
            append_quoted(document, kept);
        } else if constexpr (std::same_as<T, const json*>) {
            append(document, *kept, 1);
        } else {
            append(document, kept, 1);
        }
    });
}

void append_escaped(std::string& document, char character) {
    constexpr std::string_view plain = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt", hex = "0123456789abcdef";
    document += '\\';
    if (const auto at = plain.find(character); at != plain.npos) {
        document += letters[at];
    } else {
        document += "u00";
        document += hex[static_cast<unsigned char>(character) >> 4];
        document += hex[character & 15];
    }
}

}  // namespace

void append_json(std::string& document, const json_form& value) {
    if (!type_of(value)) throw no_json_form(utf8::cut(value.failure(), 100), value.failure());
    value.visit([&](const auto& form) { append(document, form, 0); });
}

void append_json(std::string& document, detail::fields members) {
    const auto all = sorted(members);
    if (!std::ranges::all_of(all, utf8::is_valid, &detail::field::key)) {
        // Keys that are repaired may become equal.
        json object = json::object();
        for (const auto* member : all) object.emplace(member->key, json_of(member->value));
        return append(document, object, 0);
    }
    document += '{';
    for (const auto* member : all) {
        if (document.back() != '{') document += ',';
        append_quoted(document, member->key);
        document += ':';
        append_value(document, member->value);
    }
    document += '}';
}

std::optional<json::value_t> type_of(const json_form& value) {
    std::optional<json::value_t> type;
    value.visit([&](const auto& form) { type = form.type(); });
    return type;
}

void append_quoted(std::string& document, std::string_view text) {
    document += '"';
    const auto is_plain = [](char c) { return c >= ' ' && c != '"' && c != '\\'; };
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size() && is_plain(text[plain])) ++plain;
        document += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) break;
        const auto next = utf8::first_part(text);
        if (next.length == 1 && next.is_character) {
            append_escaped(document, text[0]);
        } else {
            document += next.is_character ? text.substr(0, next.length) : utf8::replacement;
        }
        text.remove_prefix(next.length);
    }
    document += '"';
}

std::string write_json(const json_form& value) {
    std::string document;
    append_json(document, value);
    return document;
}

std::string quoted_text(std::string_view text) {
    std::string document;
    append_quoted(document, text);
    return document;
}

std::string shown_json(const json& value) {
    try {
        return utf8::cut(write_json(value), 100);
    } catch (const no_json_form&) {
        return "a value without a JSON form";
    }
}

std::string shown(std::string_view text) { return utf8::cut(quoted_text(text.substr(0, 500)), 100); }

std::string kind_of(json::value_t type) {
    switch (type) {
        case json::value_t::null:
            return "null";
        case json::value_t::boolean:
            return "a boolean";
        case json::value_t::string:
            return "a string";
        case json::value_t::array:
            return "an array";
        case json::value_t::object:
            return "an object";
        case json::value_t::binary:
            return "bytes";
        case json::value_t::discarded:
            return "a discarded value";
        default:
            return "a number";
    }
}

}  // namespace botyard
