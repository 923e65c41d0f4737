#include "descriptor.hpp"

#include <poll.h>

#include <cerrno>

namespace botyard::process {

std::error_code write_all(int number, std::string_view bytes) {
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
