/// A query program.

#include <botyard/botyard.hpp>
#include <botyard/stop.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <semaphore>
#include <thread>

namespace query = botyard::query;

namespace {

std::counting_semaphore released{0};
std::atomic<int> waiting = 0;
std::stop_token token;

/// Throws an exception in which that of a function is nested, several times.
template <class E>
void wrap(const std::function<void()>& fails, int times = 1) {
    try {
        times == 1 ? fails() : wrap<E>(fails, times - 1);
    } catch (...) {
        std::throw_with_nested(E("outer " + std::to_string(times)));
    }
}

[[noreturn]] void fail() { throw std::domain_error("no prices"); }

/// An exception that names itself as its cause.
struct own_cause : std::runtime_error, std::nested_exception {
    own_cause() : std::runtime_error("round") {}
};

/// An exception that has no message at all.
struct silent : std::exception {
    const char* what() const noexcept override { return nullptr; }
};

void fail_round() {
    try {
        throw own_cause();
    } catch (own_cause& failure) {
        static_cast<std::nested_exception&>(failure) = std::nested_exception();
        throw;
    }
}

}  // namespace

int main() {
    const auto* variable = std::getenv("STOP_FIRST");
    const std::string first = variable ? variable : "";
    if (first == "wait") botyard::stop::wait(std::chrono::seconds(0));
    if (first == "token") token = botyard::stop::token();
    query::handler("/waiting", [](const query::request&) { return waiting.load(); });
    query::handler("/waits", [](const query::request&) {
        // With a token, this function is never called again.
        if (!token.stop_possible()) botyard::stop::requested();
        ++waiting;
        if (!token.stop_possible()) return botyard::stop::wait(std::chrono::seconds(30));
        while (!token.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return true;
    });
    query::handler("/limits", [](const query::request&) { return std::array{10, 20}; });
    query::handler("/echo", [](const query::request& request) { return request.values(); });
    query::handler("/nothing", [](const query::request&) {});
    query::handler("/fails", [](const query::request&) { fail(); });
    query::handler("/bytes", [](const query::request&) { return botyard::json::binary({1}); });
    query::handler("/limit",
                   [](const query::request& request) { return request.get_integer("limit").value_or(10); });
    query::handler("/sets", [](const query::request&) { botyard::state::set("k", 1); });
    query::handler("/slow", [](const query::request&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        return "slow";
    });
    query::handler("/held", [](const query::request&) { released.acquire(); });
    query::handler("/release", [](const query::request&) { released.release(); });
    query::handler("/left", [](const query::request&) {
        std::thread([] { throw std::domain_error("no prices"); }).join();
    });
    query::handler("/wrapped-limit", [](const query::request& request) {
        wrap<std::logic_error>([&] { request.get_integer("limit"); }, 20);
    });
    query::handler("/wrapped", [](const query::request&) { wrap<std::logic_error>(fail, 2); });
    query::handler("/wrapped-text", [](const query::request&) { wrap<std::string>([] { throw 5; }); });
    query::handler("/wrapped-often", [](const query::request&) { wrap<std::logic_error>(fail, 20); });
    query::handler("/wrapped-sdk",
                   [](const query::request&) { wrap<std::logic_error>([] { botyard::state::get("k"); }); });
    query::handler("/round", [](const query::request&) { fail_round(); });
    query::handler("/silent", [](const query::request&) { throw silent(); });
    query::handler("/wrapped-silent",
                   [](const query::request&) { wrap<std::logic_error>([] { throw silent(); }); });
    query::handler("/caught", [](const query::request& request) {
        try {
            request.get_integer("limit");
        } catch (const botyard::exception&) {
            fail();
        }
    });
    query::handler("/again", [](const query::request&) { query::run(); });
    query::handler("/replaced", [](const query::request&) { return 1; });
    query::handler("/replaced", [](const query::request&) { return 2; });
    query::run();
}
