use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::io;

/// The message that a logger left to be filled from other keys of its record [LOG-16].
pub(super) fn filled(record: &Map<String, Value>, key: &str, message: String) -> String {
    if !message.contains('{') {
        return message;
    }
    if key.eq_ignore_ascii_case("message") {
        return match record.get("arguments") {
            Some(Value::Array(values)) => with_arguments(&message, values),
            _ => message,
        };
    }
    let is_template = key.eq_ignore_ascii_case("@mt") || key.eq_ignore_ascii_case("messageTemplate");
    if is_template { with_properties(&message, record) } else { message }
}

fn with_arguments(message: &str, values: &[Value]) -> String {
    let mut parts = message.split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut values = values.iter();
    for part in parts {
        text += &values.next().map_or_else(|| "{}".to_owned(), shown);
        text += part;
    }
    text
}

/// Each value is put in once, so that the message is never much longer than its line.
fn with_properties(message: &str, record: &Map<String, Value>) -> String {
    let mut text = String::with_capacity(message.len());
    let mut used = HashSet::new();
    let mut rest = message;
    while let Some(at) = rest.find(['{', '}']) {
        text += &rest[..at];
        rest = &rest[at..];
        let hole = hole(rest);
        let value = hole.and_then(|(name, _)| value_of(record, name).filter(|_| used.insert(name)));
        let (shown, length) = match (value, hole) {
            (Some(value), Some((_, length))) => (shown(value), length),
            (None, Some((_, length))) => (rest[..length].to_owned(), length),
            (_, None) => (rest[..1].to_owned(), if rest[1..].starts_with(&rest[..1]) { 2 } else { 1 }),
        };
        text += &shown;
        rest = &rest[length..];
    }
    text + rest
}

/// The name in the placeholder that a text begins with, and the length of the placeholder.
fn hole(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('{')?;
    let end = inner.find(['{', '}']).filter(|end| inner[*end..].starts_with('}'))?;
    let whole = &inner[..end];
    let named = whole.strip_prefix(['@', '$']).unwrap_or(whole);
    let name = &named[..named.find([',', ':']).unwrap_or(named.len())];
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some((name, end + 2))
}

fn value_of<'a>(record: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    record.get(name).or_else(|| record.get("Properties")?.as_object()?.get(name))
}

fn shown(value: &Value) -> String {
    if let Value::String(text) = value {
        return text.clone();
    }
    let mut bytes = Vec::new();
    // A value that was read always has a JSON form, and a vector takes all that is written to it.
    _ = value.serialize(&mut Serializer::with_formatter(&mut bytes, Digits));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The compact form, with numbers as `@botyard/core` shows them.
struct Digits;

impl Formatter for Digits {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let size = value.abs();
        match size {
            0.0 => writer.write_all(b"0"),
            1e-6..1e21 => write!(writer, "{value}"),
            1.0.. => write!(writer, "{}", format!("{value:e}").replace('e', "e+")),
            _ => write!(writer, "{value:e}"),
        }
    }
}
