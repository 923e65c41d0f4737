#include "descriptor.hpp"

#include <poll.h>
#include <signal.h>

#include <cerrno>

namespace botyard::process {
namespace {

bool handle(int signal) {
    struct sigaction action;
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_DFL) return false;
    // Programs that the bot starts would inherit SIG_IGN, but do not inherit a function.
    action.sa_handler = [](int) {};
    action.sa_flags = SA_RESTART;
    return ::sigaction(signal, &action, nullptr) == 0;
}

}  // namespace

void catch_write_signals() {
    // Those of a broken pipe and of a file that has reached the limit of its size.
    [[maybe_unused]] static const bool handled[] = {handle(SIGPIPE), handle(SIGXFSZ)};
}

std::error_code write_all(int number, std::string_view& bytes) {
    catch_write_signals();
    while (!bytes.empty()) {
        const auto written = ::write(number, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            // A process that shares the stream has made it non-blocking.
            pollfd waiting{number, POLLOUT, 0};
            if (::poll(&waiting, 1, -1) < 0 && errno != EINTR) return last_error();
        } else if (errno != EINTR) {
            return last_error();
        }
    }
    return {};
}

}  // namespace botyard::process
