//! The bot's log: one line of JSON on standard error for each call, written before the function returns.
//!
//! A line has the level, the message and the time of the call, in UTC to the millisecond [LOG-1]. Each level has two
//! functions: one for a message, and one with `_with` for a message and data. Data is anything whose JSON form is an
//! object: a struct that derives `Serialize`, a map, `serde_json::json!`. An `Option` that is `None` counts as no data.
//!
//! ```
//! use botyard::log;
//!
//! log::info("started")?;
//! log::warn_with("price is old", &serde_json::json!({ "symbol": "AAPL", "seconds": 90 }))?;
//! # Ok::<_, botyard::Error>(())
//! ```
//!
//! # Errors
//!
//! All functions fail with `log.write_failed` if standard error cannot be written to; the source is the error of the
//! system. The functions with data also fail with `log.invalid_data` if the JSON form of the data is neither an object
//! nor null, or if it has none; nothing is written then [LOG-2].

#[cfg(feature = "tracing")]
mod layer;

use crate::process::{clock, streams, system_error};
use crate::{Error, ErrorCode};
use botyard_core::log::{Level, line, line_with};
#[cfg(feature = "tracing")]
pub use layer::{Layer, layer};
use serde::Serialize;

/// Logs details for the bot's author, such as what was received and what was decided from it.
///
/// ```
/// botyard::log::debug("12 of 20 candles are new")?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `log.write_failed`
pub fn debug(message: &str) -> Result<(), Error> {
    write(&line(Level::Debug, message, clock::now()))
}

/// Logs details for the bot's author, with data.
///
/// ```
/// botyard::log::debug_with("candles", &serde_json::json!({ "received": 20, "new": 12 }))?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `log.invalid_data`, `log.write_failed`
pub fn debug_with<T: Serialize + ?Sized>(message: &str, data: &T) -> Result<(), Error> {
    write(&line_with(Level::Debug, message, data, clock::now())?)
}

/// Logs what the bot does.
///
/// ```
/// botyard::log::info("rebalanced 3 positions")?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `log.write_failed`
pub fn info(message: &str) -> Result<(), Error> {
    write(&line(Level::Info, message, clock::now()))
}

/// Logs what the bot does, with data.
///
/// ```
/// botyard::log::info_with("rebalanced", &serde_json::json!({ "positions": 3 }))?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `log.invalid_data`, `log.write_failed`
pub fn info_with<T: Serialize + ?Sized>(message: &str, data: &T) -> Result<(), Error> {
    write(&line_with(Level::Info, message, data, clock::now())?)
}

/// Logs something unexpected that the bot can live with.
///
/// ```
/// botyard::log::warn("no price since 90 s, using the last one")?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `log.write_failed`
pub fn warn(message: &str) -> Result<(), Error> {
    write(&line(Level::Warn, message, clock::now()))
}

/// Logs something unexpected that the bot can live with, with data.
///
/// ```
/// botyard::log::warn_with("price is old", &serde_json::json!({ "symbol": "AAPL", "seconds": 90 }))?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `log.invalid_data`, `log.write_failed`
pub fn warn_with<T: Serialize + ?Sized>(message: &str, data: &T) -> Result<(), Error> {
    write(&line_with(Level::Warn, message, data, clock::now())?)
}

/// Logs something that went wrong; the run continues. [`botyard::error`](crate::error) reports that the run failed.
///
/// ```
/// botyard::log::error("the exchange refused order 7")?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `log.write_failed`
pub fn error(message: &str) -> Result<(), Error> {
    write(&line(Level::Error, message, clock::now()))
}

/// Logs something that went wrong, with data; the run continues.
///
/// ```
/// botyard::log::error_with("order refused", &serde_json::json!({ "order": 7, "reason": "closed" }))?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `log.invalid_data`, `log.write_failed`
pub fn error_with<T: Serialize + ?Sized>(message: &str, data: &T) -> Result<(), Error> {
    write(&line_with(Level::Error, message, data, clock::now())?)
}

fn write(line: &str) -> Result<(), Error> {
    streams::write_stderr(line.as_bytes()).map_err(|cause| {
        Error::new(ErrorCode::LogWriteFailed, &[("reason", &system_error::name(&cause))]).with_source(cause)
    })
}
