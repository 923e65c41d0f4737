#pragma once

#include <system_error>

namespace botyard::stop {

/// Fails with `stop.unavailable`.
[[noreturn]] void refuse(const std::system_error& cause);

/// Receives the request from now on.
///
/// \throws exception `stop.unavailable`
void receive();

}  // namespace botyard::stop
