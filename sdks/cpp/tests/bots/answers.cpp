/// A query program.

#include <botyard/botyard.hpp>

#include <array>
#include <chrono>
#include <semaphore>
#include <thread>

namespace query = botyard::query;

std::counting_semaphore released{0};

int main() {
    query::handler("/limits", [](const query::request&) { return std::array{10, 20}; });
    query::handler("/echo", [](const query::request& request) { return request.values(); });
    query::handler("/nothing", [](const query::request&) {});
    query::handler("/fails", [](const query::request&) -> int { throw std::domain_error("no prices"); });
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
    query::handler("/again", [](const query::request&) { query::run(); });
    query::handler("/replaced", [](const query::request&) { return 1; });
    query::handler("/replaced", [](const query::request&) { return 2; });
    query::run();
}
