/// Times `metric` and the same bytes by the standard library's own buffered write and flush, in turn.

#include <botyard/botyard.hpp>

#include <cstdlib>
#include <string_view>

#include "in_turn.hpp"

constexpr std::string_view line =
    R"({"_metric":"price","timestamp":"2026-01-01T00:00:00.000Z","data":{"change_pct":0.125,"symbol":"AAPL","value":187.5}})"
    "\n";

int main(int, char** arguments) {
    in_turn(
        std::atoi(arguments[1]), std::atoi(arguments[2]),
        [] {
            botyard::metric("price", {{"symbol", "AAPL"}, {"value", 187.5}, {"change_pct", 0.125}});
        },
        [] { (std::cout << line).flush(); });
}
