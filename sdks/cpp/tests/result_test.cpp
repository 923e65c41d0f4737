#include <botyard/result.hpp>

#include <doctest/doctest.h>

#include <filesystem>

#include "bot.hpp"
#include "failing.hpp"
#include "variables.hpp"

using botyard::json;

TEST_CASE("result - the last one replaces the others, whatever its data is") {
    const folder home;
    const variables given{{"CODE_MOUNT_DIR", home.path()}};
    botyard::result({{"a", 1}});
    CHECK(home.text("result.json") == R"({"a":1})");
    botyard::success("done");
    CHECK(home.text("result.json") == R"({"status":"success","message":"done"})");
    botyard::success_with_data("done", nullptr);
    CHECK(home.text("result.json") == R"({"status":"success","message":"done","data":null})");
}

TEST_CASE("result - what is refused leaves the earlier result, and error returns to its caller") {
    const folder home;
    const variables given{{"CODE_MOUNT_DIR", home.path()}};
    botyard::success("first");
    CHECK(message_of_failure([] {
              botyard::result({1, 2});
          }) == "the data of a result cannot be written: a result must be an object, got an array");
    CHECK(code_of([] { botyard::error_with_data("m", json::binary({1})); }) == "result.invalid_data");
    CHECK(code_of([] { botyard::error(std::string(1'048'576, 'x')); }) == "result.too_large");
    CHECK(home.json("result.json")["message"] == "first");
}

TEST_CASE("result - is at most 1,048,576 bytes long") {
    const folder home;
    const variables given{{"CODE_MOUNT_DIR", home.path()}};
    CHECK(code_of([] { botyard::result({{"x", std::string(1'048'568, 'x')}}); }) == "");
    CHECK(code_of([] { botyard::result({{"x", std::string(1'048'569, 'x')}}); }) == "result.too_large");
}

TEST_CASE("result - one that cannot be written is a failure, and nothing is created") {
    const folder home;
    const variables given{{"RESULT_PATH", home.path() + "/missing/result.json"}};
    CHECK(message_of_failure([] { botyard::success("m"); }) ==
          "cannot write the result to " + home.path() + "/missing/result.json: ENOENT");
    CHECK(std::filesystem::is_empty(home.path()));
}

TEST_CASE("result - a query process has none, before any other check") {
    const variables query{{"QUERY_PORT", "1"}};
    CHECK(message_of_failure([] { botyard::success("m"); }) == "success cannot be used in a query process");
    CHECK(code_of([] { botyard::error("m"); }) == "result.in_query");
    CHECK(code_of([] { botyard::result(json::binary({1})); }) == "result.in_query");
}
