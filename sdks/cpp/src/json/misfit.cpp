#include <botyard/misfit.hpp>

#include <algorithm>
#include <cmath>

#include "read.hpp"
#include "utf8.hpp"
#include "write.hpp"

namespace botyard::detail {
namespace {

constexpr std::size_t longest_key = 100, longest_words = 250, longest_reason = 1000;

bool is_identifier(std::string_view key) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    };
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return !key.empty() && !is_digit(key[0]) && key.size() <= longest_key &&
           std::ranges::all_of(key, [&](char c) { return is_letter(c) || is_digit(c); });
}

bool is_negative(const json& integer) {
    return !integer.is_number_unsigned() && integer.get<std::int64_t>() < 0;
}

bool is_integer(double number, const json& integer) {
    if (integer.is_number_unsigned()) {
        return number >= 0 && number < 0x1p64 && static_cast<std::uint64_t>(number) == integer;
    }
    return number >= -0x1p63 && number < 0x1p63 && static_cast<std::int64_t>(number) == integer;
}

bool is_same_fraction(double given, double held) {
    if (given == held) return true;
    // A type may keep less of a fraction than JSON does, as every double does.
    return std::trunc(given) != given && held != 0 && static_cast<float>(given) == static_cast<float>(held);
}

bool is_same_number(const json& given, const json& held) {
    if (given.is_number_integer()) {
        if (held.is_number_float()) return is_integer(held.get<double>(), given);
        // The comparison of nlohmann/json takes 2^64 - 1 for -1.
        return given == held && is_negative(given) == is_negative(held);
    }
    const auto number = given.get<double>();
    if (held.is_number_float()) return is_same_fraction(number, held.get<double>());
    return std::abs(number) < first_rounded && given == held;
}

std::string kept_by(const json& given, const json& held) {
    if (given.is_number_float() && held.is_number_integer()) {
        const auto number = given.get<double>();
        if (std::trunc(number) != number) return "an integer";
    }
    if (given.type() == held.type() || (given.is_number() && held.is_number())) {
        return "a value that its type holds unchanged";
    }
    return held.is_boolean() ? "true or false" : kind_of(held.type());
}

template <class F>
void inside(const json& step, F check) {
    try {
        check();
    } catch (misfit& inner) {
        inner.is_inside(step);
        throw;
    }
}

}  // namespace

misfit::misfit(std::string expected, const json* found, std::string words)
    : expected_(std::move(expected)),
      words_(utf8::cut(words, longest_words)),
      shown_(found ? shown_json(*found) : "nothing"),
      kind_(found ? kind_of(found->type()) : "") {}

std::string misfit::path() const {
    std::string path;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
        if (step->is_number()) {
            ((path += '[') += std::to_string(step->get<std::size_t>())) += ']';
        } else if (const auto& key = step->get_ref<const std::string&>(); is_identifier(key)) {
            if (!path.empty()) path += '.';
            path += key;
        } else {
            ((path += '[') += botyard::shown(key)) += ']';
        }
    }
    return path;
}

std::string misfit::key() const { return steps_.size() == 1 ? steps_[0].get<std::string>() : path(); }

std::string misfit::reason(bool with_words) const {
    const auto place = steps_.empty() ? "it" : path();
    std::string text;
    if (kind_.empty()) {
        text = place + " is missing";
    } else if (!expected_.empty()) {
        text = place + " must be " + expected_ + ", got " + kind_;
    } else {
        text = place + " does not fit" + (with_words && !words_.empty() ? ": " + words_ : "");
    }
    return utf8::cut(text, longest_reason);
}

std::string misfit::expected() const {
    if (!expected_.empty()) return expected_;
    return words_.empty() ? "valid" : "valid (" + words_ + ")";
}

void hold_unchanged(const json& given, const json& held) {
    if (given.is_object() && held.is_object()) {
        for (const auto& [key, part] : held.items()) {
            const auto found = given.find(key);
            if (found != given.end()) inside(key, [&, &part = part] { hold_unchanged(*found, part); });
        }
    } else if (given.is_array() && held.is_array() && given.size() == held.size()) {
        for (std::size_t at = 0; at < given.size(); ++at) {
            inside(at, [&] { hold_unchanged(given[at], held[at]); });
        }
    } else if (given.is_number() && held.is_number() ? !is_same_number(given, held) : given != held) {
        throw misfit(kept_by(given, held), &given);
    }
}

std::string one_of(const std::vector<json>& words) {
    std::string text;
    for (const auto& word : words) (text += text.empty() ? "one of " : ", ") += shown_json(word);
    return text;
}

std::optional<json> text_form(const json& value) {
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    constexpr std::string_view space = " \t\r\n";
    if (text.empty() || space.find(text.front()) != space.npos || space.find(text.back()) != space.npos) {
        return std::nullopt;
    }
    try {
        auto inner = read_json(text);
        if (!inner.is_string()) return inner;
    } catch (const invalid_json&) {
    }
    return std::nullopt;
}

}  // namespace botyard::detail
