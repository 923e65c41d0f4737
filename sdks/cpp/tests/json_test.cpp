#include <doctest/doctest.h>

#include "failing.hpp"
#include "json/read.hpp"
#include "json/utf8.hpp"
#include "json/write.hpp"

using namespace std::string_literals;
using botyard::json;
using botyard::read_json;
using botyard::write_json;

namespace {

json nested(int depth) {
    auto value = json::array();
    while (--depth > 0) value = json::array({std::move(value)});
    return value;
}

}  // namespace

TEST_CASE("json - what is not JSON is refused") {
    for (const auto& text : {"NaN"s, "1e400"s, "[1,]"s, "{} {}"s, ""s, "\xEF\xBB\xBF{}"s, "{}\0"s,
                             "\"\xFF\""s, "\"\n\""s, "\"\\ud800\""s, "/**/1"s, "01"s}) {
        CAPTURE(text);
        CHECK_THROWS_AS(read_json(text), botyard::invalid_json);
    }
}

TEST_CASE("json - the position of an error is told, and not the text") {
    CHECK(message_of_failure([] { read_json("{\"a\":\n hush}"); }) == "invalid JSON at line 2, column 2");
    CHECK(message_of_failure([] { read_json("[1, 40028e999]"); }) == "invalid JSON at line 1, column 5");
}

TEST_CASE("json - of duplicate keys the last one counts") {
    CHECK(read_json(R"({"a":1,"a":{"b":2},"a":3})") == json{{"a", 3}});
}

TEST_CASE("json - doubles are written in the fewest digits that read back to them") {
    CHECK(write_json({1.0, 0.1, 1e22, 5e-324, 18446744073709551616.0, -2.5}) ==
          "[1.0,0.1,1e+22,5e-324,1.8446744073709552e+19,-2.5]");
    CHECK(write_json({INFINITY, -INFINITY, NAN}) == "[null,null,null]");
}

TEST_CASE("json - a number with a fraction or an exponent stays a double, or a large one an equal integer") {
    for (const std::string text :
         {"3.0", "9007199254740991.0", "9007199254740993.0", "1.8446744073709552e+19"}) {
        CAPTURE(text);
        CHECK(read_json(text).is_number_float());
    }
    CHECK(write_json(read_json("1e18")) == "1000000000000000000");
    CHECK(write_json(read_json("-9007199254740992.0")) == "-9007199254740992");
    CHECK(write_json(read_json("-1e19")) == "-1e+19");
}

TEST_CASE("json - control characters are escaped and other characters are kept") {
    CHECK(write_json("\x01\"\\\n\x7F\u00E9\U0001F600") == "\"\\u0001\\\"\\\\\\n\x7F\u00E9\U0001F600\"");
}

TEST_CASE("json - each maximal ill-formed part of a text becomes one U+FFFD") {
    CHECK(botyard::utf8::repaired("a\xE2\x82\x62\xF0\x9F\x98\x63\xFF\xED\xA0\x80\xC0\x80") ==
          "a\uFFFDb\uFFFDc\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST_CASE("json - keys that become equal are written once, with the value of the last in order of bytes") {
    CHECK(write_json(json{{"\xFF", 1}, {"\xFE", 2}, {"a", 3}}) == "{\"a\":3,\"\uFFFD\":1}");
}

TEST_CASE("json - an ordered object keeps its order, and of keys that become equal the value of the last") {
    const nlohmann::ordered_json ordered = {{"\xFF", 1}, {"z", {{"b", 1}, {"a", 2}}}, {"\xFE", 2}};
    CHECK(write_json(ordered) == "{\"\uFFFD\":2,\"z\":{\"b\":1,\"a\":2}}");
}

TEST_CASE("json - values are written to a depth of 64 and read to a depth of 512") {
    CHECK(write_json(nested(64)).size() == 128);
    CHECK_THROWS_AS(write_json(nested(65)), botyard::no_json_form);
    CHECK(read_json(std::string(512, '[') + std::string(512, ']')).is_array());
    CHECK_THROWS_AS(read_json(std::string(513, '[') + std::string(513, ']')), botyard::invalid_json);
    CHECK_THROWS_AS(read_json(std::string(10'000'000, '[')), botyard::invalid_json);
}

TEST_CASE("json - bytes have no JSON form") {
    CHECK_THROWS_AS(write_json(json{{"a", json::binary({1, 2})}}), botyard::no_json_form);
}

TEST_CASE("json - a long text is cut after a number of characters") {
    CHECK(botyard::utf8::cut("\u00E9\u00E9\u00E9", 2) == "\u00E9\u00E9…");
    CHECK(botyard::utf8::cut("\u00E9\u00E9", 2) == "\u00E9\u00E9");
    CHECK(botyard::shown(std::string(200, 'x')) == "\"" + std::string(99, 'x') + "…");
}
