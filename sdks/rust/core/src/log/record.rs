use super::Level;
use super::template::filled;
use crate::read_time;
use serde_json::{Map, Value};

/// What a structured record says, whatever logger wrote it.
pub(super) struct Record {
    pub level: Option<Level>,
    pub time: Option<u64>,
    pub message: String,
    pub fields: Map<String, Value>,
}

/// Names of keys, in order; a name with dots is a key or a path through objects [LOG-15].
const LEVELS: &[&str] =
    &["level", "severity", "lvl", "log.level", "loglevel", "levelname", "sev", "@l", "record.level.name"];
const TIMES: &[&str] = &["timestamp", "time", "ts", "@timestamp", "@t", "record.time.timestamp"];
const MESSAGES: &[&str] = &[
    "message",
    "msg",
    "@m",
    "fields.message",
    "record.message",
    "formattedMessage",
    "renderedMessage",
    "event",
    "@mt",
    "messageTemplate",
];

/// Reads a structured record [LOG-7 … LOG-10, LOG-15, LOG-16].
pub(super) fn read_record(mut record: Map<String, Value>) -> Record {
    let level = first(&record, LEVELS, read_level);
    let time = first(&record, TIMES, read_time);
    let message = first(&record, MESSAGES, |value| value.as_str().map(str::to_owned));
    let (level, level_path) = level.unzip();
    let (time, time_path) = time.unzip();
    let (message, message_path) = message.unzip();
    let key = message_path.as_ref().and_then(|path| path.last());
    let message = message.zip(key).map(|(message, key)| filled(&record, key, message));
    for path in [&level_path, &time_path, &message_path].into_iter().flatten() {
        remove(&mut record, path);
    }
    Record { level, time, message: message.unwrap_or_default(), fields: record }
}

type Path = Vec<String>;

/// How a key is found in an object.
type Find = for<'a> fn(&'a Map<String, Value>, &str) -> Option<(&'a String, &'a Value)>;

fn as_written<'a>(object: &'a Map<String, Value>, name: &str) -> Option<(&'a String, &'a Value)> {
    object.get_key_value(name)
}

fn in_any_case<'a>(object: &'a Map<String, Value>, name: &str) -> Option<(&'a String, &'a Value)> {
    object.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name)).min_by_key(|(key, _)| *key)
}

/// The first of the names that leads to a value which is recognised.
fn first<T>(record: &Map<String, Value>, names: &[&str], read: fn(&Value) -> Option<T>) -> Option<(T, Path)> {
    [as_written as Find, in_any_case].into_iter().find_map(|find| {
        names.iter().find_map(|name| {
            let found = |names: &mut dyn Iterator<Item = &str>| {
                let (path, value) = follow(record, names, find)?;
                Some((read(value)?, path))
            };
            let whole = found(&mut std::iter::once(*name));
            whole.or_else(|| name.contains('.').then(|| found(&mut name.split('.'))).flatten())
        })
    })
}

/// What the names lead to, one inside the other.
fn follow<'a>(
    record: &'a Map<String, Value>,
    names: &mut dyn Iterator<Item = &str>,
    find: Find,
) -> Option<(Path, &'a Value)> {
    let (key, value) = find(record, names.next()?)?;
    let mut found = (vec![key.clone()], value);
    for name in names {
        let (key, value) = find(found.1.as_object()?, name)?;
        found.0.push(key.clone());
        found.1 = value;
    }
    Some(found)
}

/// Removes what the path leads to, and the objects that are empty then.
fn remove(record: &mut Map<String, Value>, path: &[String]) {
    let Some((key, rest)) = path.split_first() else { return };
    let is_left = match record.get_mut(key) {
        Some(Value::Object(inner)) if !rest.is_empty() => {
            remove(inner, rest);
            !inner.is_empty()
        }
        _ => false,
    };
    if !is_left {
        // `remove` would change the order of the others where objects keep it.
        record.retain(|other, _| other != key);
    }
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
        "info" | "inf" | "information" | "notice" | "success" => Some(Level::Info),
        "warn" | "wrn" | "warning" => Some(Level::Warn),
        "error" | "err" | "fail" | "severe" | "critical" | "crit" | "alert" | "emerg" | "emergency"
        | "panic" | "fatal" | "ftl" => Some(Level::Error),
        _ => None,
    }
}
