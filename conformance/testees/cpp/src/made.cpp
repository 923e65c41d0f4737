#include "made.hpp"

#include <limits>
#include <stdexcept>

using botyard::json;

namespace {

struct hooked {};
void to_json(json& json, const hooked&) { json["hooked"] = true; }

std::string from_base64(const std::string& text) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char digit : text.substr(0, text.find('='))) {
        bits = bits << 6 | static_cast<unsigned>(digits.find(digit));
        count += 6;
        if (count >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 0xFF);
    }
    return bytes;
}

json nested(json::size_type depth, bool is_object) {
    json inner = is_object ? json::object() : json::array();
    while (--depth > 0) {
        json outer = is_object ? json::object() : json::array();
        if (is_object) {
            outer["a"] = std::move(inner);
        } else {
            outer.push_back(std::move(inner));
        }
        inner = std::move(outer);
    }
    return inner;
}

json byte_keys(const json& keys) {
    auto object = json::object();
    for (const auto& key : keys) object[from_base64(key)] = object.size() + 1;
    return object;
}

made of_kind(const std::string& kind, const json& size) {
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    if (kind == "nan") return {std::numeric_limits<double>::quiet_NaN()};
    if (kind == "infinity") return {infinity};
    if (kind == "-infinity") return {-infinity};
    if (kind == "negative-zero") return {-0.0};
    if (kind == "bytes") return {json::binary(std::vector<std::uint8_t>(size.get<std::size_t>()))};
    if (kind == "deep" || kind == "deep-object") return {nested(size, kind == "deep-object")};
    if (kind == "long") return {std::string(size.get<std::size_t>(), 'x')};
    if (kind == "byte-text") return {from_base64(size)};
    if (kind == "byte-keys") return {byte_keys(size)};
    if (kind == "hooked") return {hooked()};
    if (kind == "failing-hook") return {nullptr, true};
    throw std::logic_error("the adapter cannot make " + kind);
}

}  // namespace

botyard::json_form made::form() const {
    if (fails) return *this;
    return value;
}

void to_json(json& json, const made& made) {
    if (made.fails) throw std::runtime_error("the hook fails");
    json = made.value;
}

made make(const json& given, const json& kept) {
    if (!given.is_structured()) return {given};
    if (given.is_object() && given.size() == 1) {
        const auto& key = given.begin().key();
        const auto& inner = *given.begin();
        if (key == "$literal") return {inner};
        if (key == "$var") return {kept.at(inner.get<std::string>())};
        if (key == "$make") return inner.is_array() ? of_kind(inner[0], inner[1]) : of_kind(inner, nullptr);
    }
    made all{given.is_object() ? json::object() : json::array()};
    for (const auto& [key, item] : given.items()) {
        auto part = make(item, kept);
        all.fails = all.fails || part.fails;
        if (given.is_object()) {
            all.value[key] = std::move(part.value);
        } else {
            all.value.push_back(std::move(part.value));
        }
    }
    return all;
}
