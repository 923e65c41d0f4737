#include <botyard/codes.hpp>
#include <botyard/input.hpp>
#include <botyard/state.hpp>

#include <doctest/doctest.h>

#include <string>

#include "failing.hpp"
#include "variables.hpp"

namespace codes = botyard::codes;

static_assert(codes::state_read_only == "state.read_only");

TEST_CASE("codes - a constant catches the error of a real call") {
    const variables query{{"QUERY_PORT", "1"}};
    bool caught = false;
    try {
        botyard::state::set("runs", 1);
    } catch (const botyard::exception& failure) {
        caught = failure.code() == codes::state_read_only;
    }
    CHECK(caught);
    ::unsetenv("BOT_ID");
    CHECK(code_of([] { botyard::input::parse(); }) == codes::input_missing_bot_id);
}
