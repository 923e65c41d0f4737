#include <doctest/doctest.h>

#include <csignal>

#include "bot.hpp"
#include "client.hpp"

namespace {

/// What a bot that is asked to stop in some way has printed, if it has ended by itself.
std::string printed(const std::string& way) {
    const folder home;
    const auto bot = home.run("stops", {way});
    return bot.exit_code == 0 ? bot.out : "it ended otherwise: " + bot.err;
}

}  // namespace

TEST_CASE("stop - a wait ends with the request or after its time, whatever the time is") {
    CHECK(printed("in-time") == "000010111");
}

TEST_CASE("stop - a handler of the bot is called as before, one of three arguments too") {
    CHECK(printed("own-handler") == "11");
    CHECK(printed("own-action") == "11");
}

TEST_CASE("stop - a handler that the bot installs later is called too, also if it calls the one before") {
    CHECK(printed("later") == "011");
}

TEST_CASE("stop - the request is seen also where the signal was ignored") {
    CHECK(printed("ignored") == "1");
}

TEST_CASE("stop - a signal to a child ends it, or is its own request, and never that of its parent") {
    CHECK(printed("children") == "signal 15\ncode 0\n001");
}

TEST_CASE("stop - stop is requested on the token, whose thread is only started with it") {
    CHECK(printed("token") == "121011");
    CHECK(printed("token-afterwards") == "111");
}

TEST_CASE("stop - it is unavailable if the system refuses a pipe, and the signal is left as it was") {
    CHECK(printed("refused") == "stop.unavailable\na request to stop cannot be received: EMFILE\n11");
}

TEST_CASE("stop - requests that arrive at whatever moment are seen") {
    CHECK(printed("at-any-moment") == "1");
}

TEST_CASE("stop - a handler of a query is told too, and the server ends after its answer") {
    // The first call is made before the server runs, or in the handler.
    for (const std::string first : {"", "wait", "token"}) {
        CAPTURE(first);
        const folder home;
        const server bot(home, {{"STOP_FIRST", first}});
        const client waiting(bot.port), other(bot.port);
        waiting.send("GET /waits HTTP/1.1\r\nHost: x\r\n\r\n");
        while (other.get("/waiting") != "200 1") {
        }
        ::kill(bot.process, SIGTERM);
        CHECK(waiting.receive() == "200 true");
        CHECK(home.wait(bot.process).exit_code == 0);
    }
}
