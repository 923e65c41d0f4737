use serde::de::Error as _;
use serde_json::{Error, Map, Value};

/// Reads one JSON document strictly [JSON-6]; the last of duplicate keys wins [JSON-7].
///
/// # Errors
///
/// An error with the position, which never quotes the document.
pub fn read(document: &[u8]) -> Result<Value, Error> {
    let value = serde_json::from_slice(document)?;
    if is_finite(&value) { Ok(value) } else { Err(Error::custom("number out of range")) }
}

/// Reads one JSON document; `None` if it is valid JSON but not an object.
///
/// # Errors
///
/// As [`read`].
pub fn read_object(document: &[u8]) -> Result<Option<Map<String, Value>>, Error> {
    read(document).map(|value| match value {
        Value::Object(object) => Some(object),
        _ => None,
    })
}

// serde_json refuses `1e400` itself, unless some crate of the build turns on its feature `arbitrary_precision`.
fn is_finite(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(f64::is_finite),
        Value::Array(items) => items.iter().all(is_finite),
        Value::Object(object) => object.values().all(is_finite),
        _ => true,
    }
}
