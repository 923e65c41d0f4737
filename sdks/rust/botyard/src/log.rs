//! The bot's log: one line of JSON on standard error for each call.
//!
//! Each level has two functions: one for a message, and one with `_with` for a message and data, which is anything
//! whose JSON form is an object.
//!
//! ```
//! use botyard::log;
//!
//! log::info("started")?;
//! log::warn_with("price is old", &serde_json::json!({ "symbol": "AAPL", "seconds": 90 }))?;
//! # Ok::<_, botyard::Error>(())
//! ```
//!
//! All fail with `log.write_failed` if standard error cannot be written to, the functions with data also with
//! `log.invalid_data` if its JSON form is neither an object nor null [LOG-2].

use crate::process::{clock, streams, system_error};
use crate::{Error, ErrorCode};
use botyard_core::log::{Level, line, line_with};
use serde::Serialize;

/// Logs details for the bot's author.
///
/// # Errors
///
/// `log.write_failed`
pub fn debug(message: &str) -> Result<(), Error> {
    write(&line(Level::Debug, message, clock::now()))
}

/// Logs details for the bot's author, with data.
///
/// # Errors
///
/// `log.invalid_data`, `log.write_failed`
pub fn debug_with<T: Serialize + ?Sized>(message: &str, data: &T) -> Result<(), Error> {
    write(&line_with(Level::Debug, message, data, clock::now())?)
}

/// Logs what the bot does.
///
/// # Errors
///
/// `log.write_failed`
pub fn info(message: &str) -> Result<(), Error> {
    write(&line(Level::Info, message, clock::now()))
}

/// Logs what the bot does, with data.
///
/// # Errors
///
/// `log.invalid_data`, `log.write_failed`
pub fn info_with<T: Serialize + ?Sized>(message: &str, data: &T) -> Result<(), Error> {
    write(&line_with(Level::Info, message, data, clock::now())?)
}

/// Logs something unexpected that the bot can live with.
///
/// # Errors
///
/// `log.write_failed`
pub fn warn(message: &str) -> Result<(), Error> {
    write(&line(Level::Warn, message, clock::now()))
}

/// Logs something unexpected that the bot can live with, with data.
///
/// # Errors
///
/// `log.invalid_data`, `log.write_failed`
pub fn warn_with<T: Serialize + ?Sized>(message: &str, data: &T) -> Result<(), Error> {
    write(&line_with(Level::Warn, message, data, clock::now())?)
}

/// Logs something that went wrong; the run continues.
///
/// # Errors
///
/// `log.write_failed`
pub fn error(message: &str) -> Result<(), Error> {
    write(&line(Level::Error, message, clock::now()))
}

/// Logs something that went wrong; the run continues, with data.
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
