#pragma once

/// \file
/// The platform's request to stop, which is the signal SIGTERM.
///
/// From the first call of one of these functions on, SIGTERM does not end the process any more: the bot ends
/// itself, within the platform's grace period (default: 10 seconds) [STOP-1]. A handler of the signal that
/// the bot has installed before is called as before [STOP-4]. One that it installs later receives the signal
/// alone until the next call of one of these functions. A process that the bot forks is ended by the signal
/// until it calls one of them itself.
///
/// Any number of threads may call them, the first one too. None may be called in a handler of a signal.
///
/// \code
/// int looks = 0;
/// do {
///     botyard::metric("look", {{"count", ++looks}});
/// } while (looks < 3 && !botyard::stop::wait(std::chrono::milliseconds(10)));
/// \endcode

#include <chrono>
#include <stop_token>

namespace botyard::stop {

namespace detail {
bool wait(double seconds);
}  // namespace detail

/// Returns whether the platform has asked the bot to stop: whether the process has received SIGTERM since the
/// first call of one of these functions [STOP-2].
///
/// \code
/// for (const auto* symbol : {"AAPL", "MSFT"}) {
///     if (botyard::stop::requested()) break;
///     botyard::metric("price", {{"symbol", symbol}, {"value", 187.5}});
/// }
/// \endcode
///
/// \throws exception `stop.unavailable`: the system refuses a handler of the signal, or a pipe; the cause is
/// the system's reason [STOP-5]
bool requested();

/// Waits until the platform asks the bot to stop, at most for a time; returns whether it has [STOP-3].
/// Several threads may wait, and all are told. A time that is not above 0 counts as 0; an infinite one is
/// possible.
///
/// \code
/// using namespace std::chrono_literals;
/// if (botyard::stop::wait(10ms)) botyard::log::info("asked to stop");
/// \endcode
///
/// \throws exception `stop.unavailable`, as requested()
template <class Rep, class Period>
bool wait(std::chrono::duration<Rep, Period> time) {
    return detail::wait(std::chrono::duration<double>(time).count());
}

/// Returns a token for whatever takes one: stop is requested on it when the platform asks the bot to stop. It
/// is the same at each call. The first call starts a thread, in which callbacks of the token run.
///
/// \code
/// std::condition_variable_any asked;
/// std::mutex lock;
/// std::unique_lock held(lock);
/// const auto token = botyard::stop::token();
/// asked.wait_for(held, token, std::chrono::milliseconds(10), [] { return false; });
/// assert(!token.stop_requested());
/// \endcode
///
/// \throws exception `stop.unavailable`, as requested(), or the system refuses a thread
std::stop_token token();

}  // namespace botyard::stop
