/// What holds for every value, key and parameter.

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "json/read.hpp"
#include "json/utf8.hpp"
#include "json/write.hpp"
#include "line.hpp"
#include "query/target.hpp"
#include "state_key.hpp"

using botyard::json;

namespace {

std::string any_text() { return botyard::utf8::repaired(*rc::gen::arbitrary<std::string>()); }

json any_value(int depth) {
    const auto kind = *rc::gen::inRange(0, depth > 0 ? 8 : 6);
    if (kind == 0) return nullptr;
    if (kind == 1) return *rc::gen::arbitrary<bool>();
    if (kind == 2) return *rc::gen::arbitrary<std::int64_t>();
    if (kind == 3) return *rc::gen::arbitrary<std::uint64_t>();
    if (kind == 4) return *rc::gen::arbitrary<double>();
    if (kind == 5) return any_text();
    auto value = kind == 6 ? json::array() : json::object();
    for (int left = *rc::gen::inRange(0, 5); left > 0; --left) {
        if (kind == 6) {
            value.push_back(any_value(depth - 1));
        } else {
            value[any_text()] = any_value(depth - 1);
        }
    }
    return value;
}

std::string percent_encoded(const std::string& text) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string encoded;
    for (const char byte : text) {
        const auto value = static_cast<unsigned char>(byte);
        encoded += {'%', hex[value >> 4], hex[value & 15]};
    }
    return encoded;
}

}  // namespace

TEST_CASE("every value is read as it was written") {
    CHECK(rc::check([] {
        const auto value = any_value(4);
        const auto text = botyard::write_json(value);
        RC_ASSERT(text.find('\n') == std::string::npos);
        RC_ASSERT(botyard::read_json(text) == value);
    }));
}

TEST_CASE("every metric and log line is one line of JSON, even of bytes that are not text") {
    CHECK(rc::check([](const std::string& bytes) {
        for (const auto& line : {botyard::metric_line("m" + bytes, {{bytes, bytes}}, 0),
                                 botyard::log_line("info", bytes, {{bytes, bytes}}, 0)}) {
            RC_ASSERT(line.find('\n') == line.size() - 1);
            const auto text = botyard::utf8::repaired(bytes);
            RC_ASSERT(botyard::read_json(line)["data"] == (json{{text, text}}));
        }
    }));
}

TEST_CASE("every key is read from the name of its file") {
    CHECK(rc::check([] {
        const auto key = "k" + any_text();
        RC_PRE(key.size() < 66u);
        const auto name = botyard::state::file_of_key(key);
        RC_ASSERT(name.find('/') == std::string::npos);
        RC_ASSERT(botyard::state::key_of_file(name) == key);
    }));
}

TEST_CASE("every encoded path and parameter is decoded to what it was") {
    CHECK(rc::check([] {
        const auto path = "/" + any_text(), name = any_text(), value = any_text();
        const auto read = botyard::query::read_target("/" + percent_encoded(path.substr(1)) + "?" +
                                                      percent_encoded(name) + "=" + percent_encoded(value));
        RC_ASSERT(read.path == path);
        RC_ASSERT(read.params == (json{{name, value}}));
    }));
}

TEST_CASE("no document makes reading fail in another way") {
    CHECK(rc::check([](const std::string& bytes) {
        try {
            (void)botyard::read_json(bytes);
        } catch (const botyard::invalid_json&) {
        }
    }));
}
