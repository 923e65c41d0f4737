#include "stop.hpp"

#include <botyard/stop.hpp>

#include "errors.hpp"
#include "process/system_error.hpp"
#include "process/termination.hpp"

namespace botyard::stop {

void refuse(const std::system_error& cause) {
    throw make_error("stop.unavailable", {{"reason", process::error_name(cause.code())}}, cause.what());
}

void receive() {
    try {
        process::receive_termination();
    } catch (const std::system_error& cause) {
        refuse(cause);
    }
}

bool requested() {
    if (auto* const test = in_test.load()) return test->token().stop_requested();
    receive();
    return process::is_terminated();
}

bool detail::wait(double seconds) {
    if (auto* const test = in_test.load()) return test->wait(seconds);
    receive();
    return process::wait_for_termination(seconds);
}

}  // namespace botyard::stop
