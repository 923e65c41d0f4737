#include <botyard/input.hpp>

#include "errors.hpp"
#include "json/read.hpp"
#include "json/write.hpp"
#include "process/environment.hpp"

namespace botyard::input {
namespace {

/// The shortest part of a config that a message is searched for.
constexpr std::size_t shortest_secret = 3;

std::string in_lower_case(std::string text) {
    for (auto& c : text) {
        if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    }
    return text;
}

/// Whether a text contains any part of a value.
bool quotes(const std::string& text, const json& value) {
    const auto contains = [&text](std::string part) {
        part = in_lower_case(std::move(part));
        const auto start = part.find_first_not_of(" \t\r\n");
        if (start == part.npos) return false;
        part = part.substr(start, part.find_last_not_of(" \t\r\n") + 1 - start);
        return part.size() >= shortest_secret && text.find(part) != text.npos;
    };
    if (value.is_string()) {
        // As it is, or as the JSON text of it.
        const auto quoted = quoted_text(value.get_ref<const std::string&>());
        return contains(value) || contains(quoted.substr(1, quoted.size() - 2));
    }
    if (value.is_number()) return contains(write_json(value));
    if (!value.is_structured()) return false;
    for (const auto& [key, part] : value.items()) {
        if ((value.is_object() && contains(key)) || quotes(text, part)) return true;
    }
    return false;
}

}  // namespace

void detail::wrong_type(const json& config, const botyard::detail::misfit& reason) {
    const auto is_harmless = !quotes(in_lower_case(reason.words()), config);
    throw make_error("input.wrong_type", {{"reason", reason.reason(is_harmless)}},
                     is_harmless ? reason.words() : "");
}

bot_input parse() {
    auto id = process::variable("BOT_ID");
    if (!id) throw make_error("input.missing_bot_id");
    const auto text = process::variable("BOT_CONFIG");
    if (!text) throw make_error("input.missing_bot_config");
    json config;
    try {
        config = read_json(*text);
    } catch (const invalid_json& failure) {
        throw make_error("input.invalid_bot_config", {}, failure.what());
    }
    if (!config.is_object()) throw make_error("input.config_not_object", {{"kind", kind_of(config.type())}});
    return {*std::move(id), std::move(config)};
}

}  // namespace botyard::input
