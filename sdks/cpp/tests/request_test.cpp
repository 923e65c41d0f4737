#include <botyard/request.hpp>

#include <doctest/doctest.h>

#include "failing.hpp"
#include "query/target.hpp"

using botyard::json;
using botyard::query::read_target;
using botyard::query::request;

TEST_CASE("request - accessors take the value and its text form") {
    const request asked(
        "/q", {{"five", "5"}, {"float", 5.0}, {"yes", "true"}, {"list", "[1]"}, {"object", "{\"a\":1}"}});
    CHECK(asked.get_integer("five") == 5);
    CHECK(asked.get_integer("float") == 5);
    CHECK(asked.get_number("five") == 5.0);
    CHECK(asked.get_boolean("yes") == true);
    CHECK(asked.get_array("list") == json::array({1}));
    CHECK(asked.get_object("object") == json{{"a", 1}});
    CHECK(asked.get_string("five") == "5");
    CHECK(asked.get_as<std::vector<int>>("list") == std::vector{1});
}

TEST_CASE("request - an absent parameter and null are nothing") {
    const request asked("/q", {{"nothing", nullptr}});
    CHECK(asked.get_integer("nothing") == std::nullopt);
    CHECK(asked.get_string("absent") == std::nullopt);
    CHECK(asked.get("nothing", 7) == 7);
    CHECK(asked.get("absent") == nullptr);
}

TEST_CASE("request - a parameter of another type is refused with its key") {
    const request asked("/q",
                        {{"half", 1.5}, {"large", "9223372036854775808"}, {"space", " 5"}, {"text", "x"}});
    CHECK(message_of_failure([&] { asked.get_integer("half"); }) ==
          "parameter \"half\" must be an integer, got 1.5");
    CHECK(code_of([&] { asked.get_integer("large"); }) == "query.invalid_param");
    CHECK(code_of([&] { asked.get_integer("space"); }) == "query.invalid_param");
    CHECK(code_of([&] { asked.get_string("half"); }) == "query.invalid_param");
    CHECK(message_of_failure([&] { asked.get_as<std::vector<int>>("text"); }) ==
          "parameter \"text\" must be an array, got \"x\"");
}

TEST_CASE("request - a target is decoded once and never refused") {
    CHECK(read_target("/a%20b%zz%25?x=1+2&x=%C3%A9&y&=z&&%FF=%").path == "/a b%zz%");
    CHECK(read_target("/a?x=1+2&x=%C3%A9&y&=z&&%FF=%").params ==
          json{{"x", "é"}, {"y", ""}, {"", "z"}, {"\uFFFD", "%"}});
    CHECK(read_target("http://host:1/a//../b?x=/").path == "/a//../b");
    CHECK(read_target("http://host").path == "/");
    CHECK(read_target("/http://a").path == "/http://a");
}
