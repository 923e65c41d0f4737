#include <botyard/request.hpp>

#include <doctest/doctest.h>

#include "failing.hpp"
#include "query/target.hpp"

using botyard::json;
using botyard::query::read_target;
using botyard::query::request;

namespace {

struct range {
    int from = 0;
    std::int8_t to;
    BOTYARD_DEFAULTS(from)
    BOTYARD_MEMBERS(to)
};

struct filter {
    std::string symbol;
    std::vector<range> ranges;
    std::optional<bool> open;
    BOTYARD_MEMBERS(symbol, ranges, open)
};

/// With what message parameters are refused.
std::string refused(json values) {
    return message_of_failure([asked = request("/q", std::move(values))] { asked.params_as<filter>(); });
}

}  // namespace

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

TEST_CASE("request - a part of a parameter that does not fit is named") {
    const request asked("/q", {{"a b", "[1,\"x\"]"}, {"list", {1, 2.5}}, {"ranges", {{{"to", 1.5}}}}});
    CHECK(message_of_failure([&] { asked.get_as<std::vector<int>>("list"); }) ==
          "parameter \"list[1]\" must be an integer, got 2.5");
    CHECK(message_of_failure([&] { asked.get_as<int>("a b"); }) ==
          R"(parameter "a b" must be an integer, got "[1,\"x\"]")");
    CHECK(message_of_failure([&] { asked.get_as<std::vector<range>>("ranges"); }) ==
          "parameter \"ranges[0].to\" must be an integer from -128 to 127, got 1.5");
}

TEST_CASE("request - all parameters are a type, whose members are values or their texts") {
    const request asked("/q",
                        {{"symbol", "5"}, {"ranges", R"([{"to":5e0}])"}, {"open", "true"}, {"more", 1}});
    const auto read = asked.params_as<filter>();
    CHECK(read.symbol == "5");
    CHECK(read.ranges.at(0).to == 5);
    CHECK(read.open == true);
    CHECK(asked.get_as<json>("ranges") == R"([{"to":5e0}])");
    CHECK(request("/q", {{"a", "1"}}).params_as<std::map<std::string, int>>().at("a") == 1);
}

TEST_CASE(
    "request - parameters that are not a type are refused with the path of the first that does not fit") {
    CHECK(refused({{"symbol", 5}}) == "parameter \"symbol\" must be a string, got 5");
    CHECK(refused({{"symbol", "x"}}) == "parameter \"ranges\" must be an array, got nothing");
    CHECK(refused({{"symbol", "x"}, {"ranges", " []"}}) ==
          "parameter \"ranges\" must be an array, got \" []\"");
    CHECK(refused({{"symbol", "x"}, {"ranges", R"([{"to":1},{"to":"1"}])"}}) ==
          "parameter \"ranges[1].to\" must be an integer from -128 to 127, got \"1\"");
    CHECK(refused({{"symbol", "x"}, {"ranges", {json::object()}}}) ==
          "parameter \"ranges[0].to\" must be an integer from -128 to 127, got nothing");
}

TEST_CASE("request - a target is decoded once and never refused") {
    CHECK(read_target("/a%20b%zz%25?x=1+2&x=%C3%A9&y&=z&&%FF=%").path == "/a b%zz%");
    CHECK(read_target("/a?x=1+2&x=%C3%A9&y&=z&&%FF=%").params ==
          json{{"x", "é"}, {"y", ""}, {"", "z"}, {"\uFFFD", "%"}});
    CHECK(read_target("http://host:1/a//../b?x=/").path == "/a//../b");
    CHECK(read_target("http://host").path == "/");
    CHECK(read_target("/http://a").path == "/http://a");
}
