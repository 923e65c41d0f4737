use serde::de::Error as _;
use serde_json::{Error, Map, Value};

/// Reads one JSON document strictly [JSON-6]; the last of duplicate keys wins [JSON-7].
///
/// ```
/// use botyard_core::json;
///
/// assert_eq!(json::read(b"[1.50]")?, serde_json::json!([1.5]));
/// assert!(json::read(b"[1,]").is_err());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// An error with the position, which never quotes the document.
pub fn read(document: &[u8]) -> Result<Value, Error> {
    match parse(document) {
        // serde_json refuses `1e400` itself, unless a crate of the build turns on its feature `arbitrary_precision`.
        Ok(value) if start_of_infinite_number(document).is_none() => Ok(value),
        Err(error) if !error.to_string().starts_with("number out of range") => Err(error),
        _ => Err(out_of_range(document)),
    }
}

#[cfg(not(feature = "deep-nesting"))]
fn parse(document: &[u8]) -> Result<Value, Error> {
    serde_json::from_slice(document)
}

#[cfg(feature = "deep-nesting")]
fn parse(document: &[u8]) -> Result<Value, Error> {
    use serde::Deserialize as _;
    if let Some(start) = start_of_deep_nesting(document) {
        return Err(error_at(document, start, "nested too deeply"));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(document);
    // The depth is bounded above.
    deserializer.disable_recursion_limit();
    let value = Value::deserialize(&mut deserializer)?;
    deserializer.end().map(|()| value)
}

#[cfg(feature = "deep-nesting")]
fn start_of_deep_nesting(document: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(byte) = document.get(at) {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > super::MAX_DEPTH {
            return Some(at);
        }
        at += if *byte == b'"' { string_length(&document[at..]) } else { 1 };
    }
    None
}

/// Reads one JSON document; `None` if it is valid JSON but not an object.
///
/// ```
/// use botyard_core::json;
///
/// assert!(json::read_object(b"{}")?.is_some());
/// assert!(json::read_object(b"[]")?.is_none());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
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

/// The error of the first number beyond a double, with the place where the number begins.
fn out_of_range(document: &[u8]) -> Error {
    let start = start_of_infinite_number(document).unwrap_or(document.len());
    error_at(document, start, "number out of range")
}

fn error_at(document: &[u8], start: usize, problem: &str) -> Error {
    let before = &document[..start];
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count();
    // serde_json takes the place from the end of the message.
    Error::custom(format!("{problem} at line {line} column {column}"))
}

fn start_of_infinite_number(document: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(byte) = document.get(at) {
        let rest = &document[at..];
        at += match byte {
            b'"' => string_length(rest),
            b'-' | b'0'..=b'9' => {
                let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
                let length = rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len());
                let number = str::from_utf8(&rest[..length]).unwrap_or_default();
                if number.parse().is_ok_and(f64::is_infinite) {
                    return Some(at);
                }
                length
            }
            _ => 1,
        };
    }
    None
}

fn string_length(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}
