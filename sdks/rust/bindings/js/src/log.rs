//! The lines of the log.

use crate::json::{kind_in_words, object_of};
use crate::{Answer, Js, Kind, Refusal};
use botyard_core::log::{Level, Line, Stream};
use botyard_core::{Error, ErrorCode, timestamp};
use serde_json::{Map, Value};

/// Makes a log line, without the line feed [LOG-1, LOG-2]; data that is null or undefined is left out. A level that is
/// not one of the contract counts as `error`.
///
/// # Errors
///
/// `log.invalid_message`, `log.invalid_data`
pub fn line<J: Js>(level: &str, message: &J, data: &J, unix_milliseconds: u64) -> Answer<J> {
    let level = match level {
        "debug" => Level::Debug,
        "info" => Level::Info,
        "warn" => Level::Warn,
        _ => Level::Error,
    };
    let Kind::Text(text) = message.kind() else {
        return Err(Error::new(ErrorCode::LogInvalidMessage, &[("kind", kind_in_words(message))]).into());
    };
    let mut line = match data.kind() {
        Kind::Undefined | Kind::Null => botyard_core::log::line(level, &text.utf8, unix_milliseconds),
        _ => {
            let data = object_of(data).map_err(|fault| {
                Refusal::of(ErrorCode::LogInvalidData, &[("reason", &fault.reason)], fault.cause)
            })?;
            botyard_core::log::line_of_text(level, &text.utf8, &data, unix_milliseconds)
        }
    };
    line.pop();
    Ok(Some(line))
}

/// Reads one line of a bot's output, without its line feed, as JSON [MET-7 … MET-11, LOG-6 … LOG-11].
#[must_use]
pub fn read_line(text: &str, is_standard_error: bool) -> String {
    let stream = if is_standard_error { Stream::Stderr } else { Stream::Stdout };
    let (mut record, time) = match botyard_core::log::read_line(text, stream) {
        Line::Metric { kind, data, time } => {
            (record("metric", [("type", kind.into()), ("data", data.into())]), time)
        }
        Line::Log { level, message, fields, time } => {
            let level = ("level", level.name().into());
            (record("log", [level, ("message", message.into()), ("fields", fields.into())]), time)
        }
    };
    if let Some(time) = time {
        record.insert("timestamp".to_owned(), timestamp(time).into());
    }
    Value::Object(record).to_string()
}

fn record<const N: usize>(kind: &str, fields: [(&str, Value); N]) -> Map<String, Value> {
    let fields = std::iter::once(("kind", kind.into())).chain(fields);
    fields.map(|(name, value)| (name.to_owned(), value)).collect()
}
