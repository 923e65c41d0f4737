#include "state_key.hpp"

#include "errors.hpp"
#include "json/utf8.hpp"
#include "json/write.hpp"
#include "query/target.hpp"

namespace botyard::state {
namespace {

constexpr std::size_t max_key = 200;

std::string percent_encoded(std::string_view key) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyz0123456789_-", hex = "0123456789abcdef";
    std::string encoded;
    for (const char byte : key) {
        if (plain.find(byte) != plain.npos) {
            encoded += byte;
        } else {
            const auto value = static_cast<unsigned char>(byte);
            encoded += {'%', hex[value >> 4], hex[value & 15]};
        }
    }
    return encoded;
}

/// Why a text is not a key; empty if it is one. The encoded form is never shorter than the key, so a long key
/// is refused without encoding it.
std::string refusal(std::string_view key) {
    if (key.empty()) return "it is empty";
    if (key.size() > max_key || percent_encoded(key).size() > max_key) {
        return "it is longer than 200 characters when encoded";
    }
    return utf8::is_valid(key) ? "" : "it is not UTF-8";
}

}  // namespace

std::string encode_key(std::string_view key) {
    if (const auto reason = refusal(key); !reason.empty()) {
        throw make_error("state.invalid_key", {{"key", shown(key)}, {"reason", reason}});
    }
    return percent_encoded(key);
}

std::string file_of_key(std::string_view key) { return encode_key(key) + ".json"; }

std::optional<std::string> key_of_file(std::string_view name) {
    if (!name.ends_with(".json")) return std::nullopt;
    name.remove_suffix(5);
    auto key = query::percent_decoded(name);
    if (!refusal(key).empty() || percent_encoded(key) != name) return std::nullopt;
    return key;
}

}  // namespace botyard::state
