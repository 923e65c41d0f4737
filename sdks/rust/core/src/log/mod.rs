//! The lines of the log.

mod head;
mod read;
mod record;
mod template;
mod word;

use crate::{Error, ErrorCode, json, timestamp};
pub use read::{Line, Stream, read_line};
use serde::Serialize;

/// The level of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Details for the bot's author.
    Debug,
    /// What the bot does.
    Info,
    /// Something unexpected that the bot can live with.
    Warn,
    /// Something that went wrong.
    Error,
}

impl Level {
    /// The level as log lines name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// Makes a log line, with its line feed [LOG-1].
///
/// ```
/// use botyard_core::log::{Level, line};
///
/// let expected = r#"{"level":"info","timestamp":"1970-01-01T00:00:00.005Z","message":"started"}"#;
/// assert_eq!(line(Level::Info, "started", 5).trim_end(), expected);
/// ```
#[must_use]
pub fn line(level: Level, message: &str, unix_milliseconds: u64) -> String {
    format!("{}}}\n", start(level, message, unix_milliseconds))
}

/// Makes a log line with data, with its line feed [LOG-1]; data whose JSON form is `null` counts as not given.
///
/// ```
/// use botyard_core::log::{Level, line_with};
///
/// let line = line_with(Level::Info, "started", &serde_json::json!({ "n": 1 }), 0)?;
/// assert!(line.ends_with(",\"message\":\"started\",\"data\":{\"n\":1}}\n"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `log.invalid_data`
pub fn line_with<T: Serialize + ?Sized>(
    level: Level,
    message: &str,
    data: &T,
    unix_milliseconds: u64,
) -> Result<String, Error> {
    match json::write_object(data) {
        Ok(data) => Ok(line_of_text(level, message, &data, unix_milliseconds)),
        Err(refused) if refused.is_null => Ok(line(level, message, unix_milliseconds)),
        Err(refused) => {
            Err(Error::new(ErrorCode::LogInvalidData, &[("reason", &refused.reason)])
                .with_cause(refused.cause))
        }
    }
}

/// As [`line_with`], with data that is the JSON text of an object.
#[must_use]
pub fn line_of_text(level: Level, message: &str, data: &str, unix_milliseconds: u64) -> String {
    format!("{},\"data\":{data}}}\n", start(level, message, unix_milliseconds))
}

fn start(level: Level, message: &str, unix_milliseconds: u64) -> String {
    let (level, time) = (level.name(), timestamp(unix_milliseconds));
    format!("{{\"level\":\"{level}\",\"timestamp\":\"{time}\",\"message\":{}", json::quote(message))
}
