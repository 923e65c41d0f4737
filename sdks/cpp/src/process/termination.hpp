#pragma once

#include <atomic>

namespace botyard::process {

/// Receives SIGTERM, which then no longer ends the process; does nothing if it does already. A handler that
/// takes the place of this one is called by it from the next call on.
///
/// \throws std::system_error
void receive_termination();

/// The same, if the process has received the signal before; null otherwise. A program that never does is not
/// linked with any of this.
inline std::atomic<void (*)()> keep_receiving_termination = nullptr;

/// Whether the signal has arrived. After receive_termination().
bool is_terminated() noexcept;

/// Waits until then, at most for a time; returns whether it has. After receive_termination().
bool wait_for_termination(double seconds) noexcept;

}  // namespace botyard::process
