//! The lines of metrics.

use crate::json::NotObject;
use crate::timestamp::digits;
use crate::{Error, ErrorCode, json, shown};
use serde::Serialize;

/// The longest line of a metric, in bytes without its line feed [MET-12].
pub const MAX_LINE: usize = 65_536;

/// Makes the line of a metric, with its line feed, in UTF-8 [MET-1].
///
/// ```
/// let line = botyard_core::metric::line("price", &serde_json::json!({ "value": 187.5 }), 0)?;
/// let expected = r#"{"_metric":"price","timestamp":"1970-01-01T00:00:00.000Z","data":{"value":187.5}}"#;
/// assert_eq!(String::from_utf8(line)?.trim_end(), expected);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `metric.invalid_type`, `metric.invalid_data`, `metric.too_large`
pub fn line<T: Serialize + ?Sized>(kind: &str, data: &T, unix_milliseconds: u64) -> Result<Vec<u8>, Error> {
    line_with(kind, unix_milliseconds, |line| json::append_object(line, data))
}

/// As [`line()`], with data that a runtime has written by its own means: one JSON document without white space.
///
/// # Errors
///
/// `metric.invalid_type`, `metric.invalid_data`, `metric.too_large`
pub fn line_of_text(kind: &str, data: &str, unix_milliseconds: u64) -> Result<Vec<u8>, Error> {
    line_with(kind, unix_milliseconds, |line| json::append_object_text(line, data))
}

fn line_with(
    kind: &str,
    unix_milliseconds: u64,
    append_data: impl FnOnce(&mut Vec<u8>) -> Result<(), NotObject>,
) -> Result<Vec<u8>, Error> {
    let shown_kind = || shown(kind);
    if kind.is_empty() {
        return Err(Error::new(ErrorCode::MetricInvalidType, &[("value", &shown_kind())]));
    }
    // One buffer for the whole line: a copy of each part would take longer than writing the line to the system.
    let mut line = Vec::with_capacity(256);
    line.extend_from_slice(b"{\"_metric\":");
    json::append_quoted(&mut line, kind);
    line.extend_from_slice(b",\"timestamp\":\"");
    line.extend_from_slice(&digits(unix_milliseconds));
    line.extend_from_slice(b"\",\"data\":");
    append_data(&mut line).map_err(|refused| {
        let values = [("type", shown_kind()), ("reason", refused.reason)];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        Error::new(ErrorCode::MetricInvalidData, &values).with_cause(refused.cause)
    })?;
    line.extend_from_slice(b"}\n");
    let size = line.len() - 1;
    if size > MAX_LINE {
        return Err(Error::new(
            ErrorCode::MetricTooLarge,
            &[("type", &shown_kind()), ("size", &size.to_string())],
        ));
    }
    Ok(line)
}
