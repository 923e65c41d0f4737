#include <botyard/input.hpp>

#include <doctest/doctest.h>

#include <array>

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

struct settings {
    std::string symbol;
    int shares = 10;
    std::optional<double> stop;
    BOTYARD_MEMBERS(symbol, stop)
    BOTYARD_DEFAULTS(shares)
};

/// A type with words of its own.
struct secret {};
void from_json(const botyard::json& value, secret&) {
    throw std::domain_error(value.value("says", std::string()));
}

/// Why a config is refused as a type.
template <class T>
std::string misfit(const std::string& config) {
    const variables given{{"BOT_ID", "b"}, {"BOT_CONFIG", config}};
    return message_of_failure(botyard::input::parse_as<T>);
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

TEST_CASE("input - a config is read as a type, or refused with the path of what does not fit") {
    const variables given{{"BOT_ID", "b"}, {"BOT_CONFIG", R"({"symbol":"AAPL","shares":3.0})"}};
    const auto [bot_id, config] = botyard::input::parse_as<settings>();
    CHECK(bot_id == "b");
    CHECK(config.symbol == "AAPL");
    CHECK(config.shares == 3);
    CHECK_FALSE(config.stop);
    CHECK(misfit<settings>(R"({"symbol":"AAPL","shares":"many"})") ==
          "the config does not fit its type: shares must be an integer, got a string");
    CHECK(misfit<settings>("{}") == "the config does not fit its type: symbol is missing");
    CHECK(misfit<settings>("[]") == "BOT_CONFIG must be a JSON object, got an array");
    CHECK(misfit<std::map<std::string, int>>(R"({"a b":"hunter2"})") ==
          "the config does not fit its type: [\"a b\"] must be an integer, got a string");
}

TEST_CASE("input - what a type says of a config is repeated only if it quotes nothing of it") {
    const auto unsaid = "the config does not fit its type: it does not fit";
    CHECK(misfit<secret>(R"({"says":"not 'HUNTER2'","key":" hunter2 "})") == unsaid);
    CHECK(misfit<secret>(R"({"says":"got 4711","n":[4711]})") == unsaid);
    CHECK(misfit<secret>(R"({"says":"no says"})") == unsaid);
    CHECK(misfit<secret>(R"({"x":"no"})") == unsaid);
    CHECK(misfit<std::map<std::string, std::array<int, 2>>>(R"({"pair":[1]})")
              .starts_with("the config does not fit its type: pair does not fit: [json.exception."));
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
