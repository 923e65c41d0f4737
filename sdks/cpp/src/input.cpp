#include <botyard/input.hpp>

#include "errors.hpp"
#include "json/read.hpp"
#include "json/write.hpp"
#include "process/environment.hpp"

namespace botyard::input {

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
