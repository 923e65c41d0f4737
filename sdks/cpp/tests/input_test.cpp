#include <botyard/input.hpp>

#include <doctest/doctest.h>

#include "failing.hpp"
#include "process/environment.hpp"
#include "variables.hpp"

using botyard::input::parse;
namespace process = botyard::process;

namespace {

/// The code with which a config is refused.
std::string refused(const std::string& config) {
    const variables given{{"BOT_ID", "b"}, {"BOT_CONFIG", config}};
    return code_of(parse);
}

}  // namespace

TEST_CASE("input - is the bot's identifier and its config") {
    const variables given{{"BOT_ID", " b "}, {"BOT_CONFIG", R"({"symbol":"AAPL"})"}};
    CHECK(parse().bot_id == " b ");
    CHECK(parse().config == botyard::json{{"symbol", "AAPL"}});
}

TEST_CASE("input - what is missing or empty is refused, the identifier first") {
    CHECK(code_of(parse) == "input.missing_bot_id");
    CHECK(refused("") == "input.missing_bot_config");
    const variables empty{{"BOT_ID", ""}, {"BOT_CONFIG", "{}"}};
    CHECK(code_of(parse) == "input.missing_bot_id");
}

TEST_CASE("input - a config that is no object is refused") {
    CHECK(refused("{") == "input.invalid_bot_config");
    CHECK(refused("[]") == "input.config_not_object");
    CHECK(refused("null") == "input.config_not_object");
}

TEST_CASE("environment - paths are absolute and clean") {
    const variables given{{"CODE_MOUNT_DIR", "/a/./b//../../../c/"}, {"STATE_DIR", "/.."}};
    CHECK(process::result_path() == "/c/result.json");
    CHECK(process::state_dir() == "/");
}

TEST_CASE("environment - a process that has the path or the port of a query answers queries") {
    CHECK_FALSE(process::is_query_process());
    for (const auto* name : {"QUERY_PATH", "QUERY_PORT"}) {
        const variables set{{name, "1"}};
        CHECK(process::is_query_process());
        const variables empty{{name, ""}};
        CHECK_FALSE(process::is_query_process());
    }
}
