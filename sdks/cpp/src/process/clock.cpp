#include "clock.hpp"

#include <chrono>

namespace botyard::process {

long long now() {
    using namespace std::chrono;
    return floor<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace botyard::process
