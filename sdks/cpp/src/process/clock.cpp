#include "clock.hpp"

#include <chrono>

#include "test_process.hpp"

namespace botyard::process {

long long now() {
    if (auto* const test = in_test.load()) return test->now();
    using namespace std::chrono;
    return floor<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace botyard::process
