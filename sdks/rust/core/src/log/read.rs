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
/// [MET-7 … MET-11, LOG-6 … LOG-13]. A line that is not one JSON object is text.
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
        _ => without(record, &[Some("_metric"), Some("timestamp")]),
    };
    Ok(Line::Metric { kind, data, time })
}

fn read_record(record: Map<String, Value>, stream: Stream) -> Line {
    let level = first(&record, &["level", "severity", "lvl"], read_level);
    let time = first(&record, &["timestamp", "time", "ts", "@timestamp"], read_time);
    let message = first(&record, &["message", "msg"], |value| value.as_str().map(str::to_owned));
    let keys = [
        level.as_ref().map(|found| found.0),
        time.map(|found| found.0),
        message.as_ref().map(|found| found.0),
    ];
    Line::Log {
        level: level.map_or(usual(stream), |found| found.1),
        time: time.map(|found| found.1),
        message: message.map(|found| found.1).unwrap_or_default(),
        fields: without(record, &keys),
    }
}

/// The first of the keys whose value is recognised, and that value.
fn first<T>(
    record: &Map<String, Value>,
    keys: &[&'static str],
    read: fn(&Value) -> Option<T>,
) -> Option<(&'static str, T)> {
    keys.iter().find_map(|key| Some((*key, read(record.get(*key)?)?)))
}

fn without(mut record: Map<String, Value>, keys: &[Option<&str>]) -> Map<String, Value> {
    record.retain(|key, _| !keys.contains(&Some(key.as_str())));
    record
}

/// The level that a logger's name or number for it means [LOG-7].
fn read_level(value: &Value) -> Option<Level> {
    if let Some(number) = value.as_f64() {
        return Some(match number {
            ..30.0 => Level::Debug,
            ..40.0 => Level::Info,
            ..50.0 => Level::Warn,
            _ => Level::Error,
        });
    }
    level_of_word(value.as_str()?)
}

/// The level that a word means, in any letter case [LOG-7].
pub(super) fn level_of_word(word: &str) -> Option<Level> {
    match word.to_lowercase().as_str() {
        "trace" | "trce" | "trc" | "debug" | "dbug" | "dbg" | "verbose" | "vrb" => Some(Level::Debug),
        "info" | "inf" | "information" | "notice" => Some(Level::Info),
        "warn" | "wrn" | "warning" => Some(Level::Warn),
        "error" | "err" | "fail" | "severe" | "critical" | "crit" | "alert" | "emerg" | "emergency"
        | "panic" | "fatal" | "ftl" => Some(Level::Error),
        _ => None,
    }
}
