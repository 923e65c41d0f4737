use super::record::{self, Record};
use super::{Level, head};
use crate::{json, read_time};
use serde_json::{Map, Value};

/// The stream on which a line was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Lines without a level are `info`.
    Stdout,
    /// Lines without a level are `error`.
    Stderr,
}

/// A line of a bot as the platform reads it. A time is in milliseconds since 1970; `None` is the time of reading.
#[derive(Debug, Clone, PartialEq)]
pub enum Line {
    /// A metric.
    Metric {
        /// Its type.
        kind: String,
        /// Its data.
        data: Map<String, Value>,
        /// Its own time.
        time: Option<u64>,
    },
    /// A record of the log.
    Log {
        /// Its level.
        level: Level,
        /// Its message; empty if it has none.
        message: String,
        /// All other fields.
        fields: Map<String, Value>,
        /// Its own time.
        time: Option<u64>,
    },
}

/// Reads one line of a bot's output, without its line feed: a metric in either form, a structured log record, or text
/// [MET-7 … MET-11, LOG-6 … LOG-13, LOG-15, LOG-16]. A line that is not one JSON object is text.
///
/// ```
/// use botyard_core::log::{Level, Line, Stream, read_line};
///
/// let line = read_line("2026-01-01 12:00:00 WARN no price", Stream::Stdout);
/// assert!(matches!(line, Line::Log { level: Level::Warn, .. }));
/// assert!(matches!(read_line(r#"{"_metric":"price","value":1}"#, Stream::Stderr), Line::Metric { .. }));
/// ```
#[must_use]
pub fn read_line(text: &str, stream: Stream) -> Line {
    let is_object = text.trim_start_matches([' ', '\t', '\r']).starts_with('{');
    if let Some(Ok(Some(record))) = is_object.then(|| json::read_object(text.as_bytes())) {
        return read_metric(record).unwrap_or_else(|record| read_record(record, stream));
    }
    let level = head::read_level(text).unwrap_or(usual(stream));
    Line::Log { level, message: text.to_owned(), fields: Map::new(), time: None }
}

fn usual(stream: Stream) -> Level {
    match stream {
        Stream::Stdout => Level::Info,
        Stream::Stderr => Level::Error,
    }
}

/// The metric of a record; a record that is none is returned.
fn read_metric(mut record: Map<String, Value>) -> Result<Line, Map<String, Value>> {
    let kind = match record.get("_metric") {
        Some(Value::String(kind)) if !kind.is_empty() => kind.clone(),
        _ => return Err(record),
    };
    let time = record.get("timestamp").and_then(read_time);
    let data = match record.get_mut("data") {
        Some(Value::Object(data)) => std::mem::take(data),
        _ => without(record, &["_metric", "timestamp"]),
    };
    Ok(Line::Metric { kind, data, time })
}

fn read_record(record: Map<String, Value>, stream: Stream) -> Line {
    let Record { level, time, message, fields } = record::read_record(record);
    Line::Log { level: level.unwrap_or(usual(stream)), message, fields, time }
}

fn without(mut record: Map<String, Value>, keys: &[&str]) -> Map<String, Value> {
    record.retain(|key, _| !keys.contains(&key.as_str()));
    record
}
