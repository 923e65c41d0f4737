//! The platform's request to stop, which is the signal SIGTERM.
//!
//! From the first call of one of these functions on, SIGTERM does not end the process any more: the bot ends itself, within
//! the platform's grace period (default: 10 s). A handler of the signal that the bot has installed before is called as well
//! [STOP-1, STOP-4].
//!
//! ```no_run
//! # fn look() -> Result<(), botyard::Error> { Ok(()) }
//! use botyard::stop;
//! use std::time::Duration;
//!
//! # fn main() -> Result<(), botyard::Error> {
//! while !stop::requested()? {
//!     look()?;
//!     stop::wait(Duration::from_secs(60))?;
//! }
//! # Ok(())
//! # }
//! ```

pub(crate) mod future;
mod receiver;

use crate::Error;
pub use future::Requested;
use std::time::Duration;

/// Returns whether the platform has asked the bot to stop: whether the process has received SIGTERM since the first call of
/// a function of `stop` [STOP-2].
///
/// ```
/// assert!(!botyard::stop::requested()?);
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `stop.unavailable` if the system refuses to receive the signal, for example because the process has too many open files
/// [STOP-5]; the source is its error.
pub fn requested() -> Result<bool, Error> {
    wait(Duration::ZERO)
}

/// Waits until the platform asks the bot to stop, at most for a time [STOP-3].
///
/// It returns true as soon as the bot is asked to stop, also if it was before, and false after the time. Several threads can
/// wait at the same time; all of them are told. It blocks its thread: asynchronous code awaits [`future`] instead.
///
/// ```
/// use std::time::Duration;
///
/// assert!(!botyard::stop::wait(Duration::from_millis(10))?);
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `stop.unavailable`, as for [`requested`].
pub fn wait(time: Duration) -> Result<bool, Error> {
    receiver::wait(Some(time))
}

/// Returns a future that is ready when the platform asks the bot to stop [STOP-2].
///
/// It runs on every executor, for example as a branch of `tokio::select!`; every future that is made is told. The first call
/// starts a thread, which waits for the signal.
///
/// ```no_run
/// # async fn run() -> Result<(), botyard::Error> {
/// botyard::stop::future()?.await;
/// botyard::log::info("asked to stop")
/// # }
/// ```
///
/// # Errors
///
/// `stop.unavailable`, as for [`requested`], or if the system has no more threads.
pub fn future() -> Result<Requested, Error> {
    future::new()
}
