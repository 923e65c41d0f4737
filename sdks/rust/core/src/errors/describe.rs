use crate::json;
use serde::Serialize;
use serde_json::Value;

/// Cuts a text after `length` characters (code points) and marks the cut with `…`.
///
/// ```
/// assert_eq!(botyard_core::cut("äöü", 2), "äö…");
/// ```
#[must_use]
pub fn cut(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The JSON text of a value as messages show it, cut after 100 characters.
///
/// ```
/// assert_eq!(botyard_core::shown(&["AAPL"]), r#"["AAPL"]"#);
/// ```
#[must_use]
pub fn shown<T: Serialize + ?Sized>(value: &T) -> String {
    match json::write(value) {
        Ok(text) => cut(&text, 100),
        Err(_) => "a value without a JSON form".to_owned(),
    }
}

/// The kind of a JSON value in words: `an array`, `null` …
///
/// ```
/// assert_eq!(botyard_core::kind_of(&serde_json::json!([1, 2])), "an array");
/// ```
#[must_use]
pub fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The kind of the value that a JSON text contains, in words.
///
/// ```
/// assert_eq!(botyard_core::kind_of_json("[1,2]"), "an array");
/// ```
#[must_use]
pub fn kind_of_json(text: &str) -> &'static str {
    match text.as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b'n') => "null",
        Some(b't' | b'f') => "a boolean",
        _ => "a number",
    }
}
