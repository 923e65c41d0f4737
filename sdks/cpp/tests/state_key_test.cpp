#include "state_key.hpp"

#include <doctest/doctest.h>

#include "failing.hpp"

using botyard::state::encode_key;
using botyard::state::key_of_file;

TEST_CASE("key - all bytes but a–z, digits, _ and - are encoded") {
    CHECK(encode_key("last_price-2") == "last_price-2");
    CHECK(encode_key("Last price") == "%4cast%20price");
    CHECK(encode_key("é") == "%c3%a9");
}

TEST_CASE("key - is refused if it is empty, too long or not UTF-8") {
    CHECK(message_of_failure([] { encode_key(""); }) == "invalid state key \"\": it is empty");
    CHECK(code_of([] { encode_key(std::string(200, 'a')); }) == "");
    CHECK(code_of([] { encode_key(std::string(201, 'a')); }) == "state.invalid_key");
    CHECK(code_of([] { encode_key(std::string(66, 'A')); }) == "");
    CHECK(code_of([] { encode_key(std::string(67, 'A')); }) == "state.invalid_key");
    CHECK(code_of([] { encode_key("\xFF"); }) == "state.invalid_key");
}

TEST_CASE("key - is read from the name of its file, and from no other name") {
    CHECK(key_of_file("%4cast%20price.json") == "Last price");
    for (const auto* name : {"a", ".json", "A.json", "%61.json", "%4Cast.json", "%.json", "%ff.json",
                             ".tmp-a-0123456789abcdef"}) {
        CAPTURE(name);
        CHECK(key_of_file(name) == std::nullopt);
    }
}
