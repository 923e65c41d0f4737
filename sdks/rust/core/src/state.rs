//! Keys and values of the bot's state, as names and contents of files.

use crate::{Error, ErrorCode, json, shown, typed};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Write as _;

/// The longest key, in characters of its encoded form [ST-3].
pub const MAX_KEY: usize = 200;
/// The largest value, in bytes of JSON [ST-5].
pub const MAX_BYTES: usize = 1_048_576;

/// Encodes a key for its file name, without `.json` [ST-2].
///
/// ```
/// assert_eq!(botyard_core::state::encode_key("Last price")?, "%4cast%20price");
/// # Ok::<_, botyard_core::Error>(())
/// ```
///
/// # Errors
///
/// `state.invalid_key` [ST-3]
pub fn encode_key(key: &str) -> Result<String, Error> {
    let refused =
        |reason: &str| Error::new(ErrorCode::StateInvalidKey, &[("key", &shown(key)), ("reason", reason)]);
    if key.is_empty() {
        return Err(refused("it is empty"));
    }
    let too_long = || refused(&format!("it is longer than {MAX_KEY} characters when encoded"));
    // The encoded form is never shorter than the key, so a long key is refused without encoding it.
    if key.len() > MAX_KEY {
        return Err(too_long());
    }
    let mut encoded = String::with_capacity(key.len());
    for byte in key.bytes() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' => encoded.push(char::from(byte)),
            _ => _ = write!(encoded, "%{byte:02x}"),
        }
    }
    if encoded.len() > MAX_KEY { Err(too_long()) } else { Ok(encoded) }
}

/// Returns the key of a file in the state directory, or `None` if the name is not that of a key [ST-4].
///
/// ```
/// use botyard_core::state::key_of_file;
///
/// assert_eq!(key_of_file("%4cast%20price.json").as_deref(), Some("Last price"));
/// assert_eq!(key_of_file("Last price.json"), None);
/// ```
#[must_use]
pub fn key_of_file(name: &str) -> Option<String> {
    let encoded = name.strip_suffix(".json")?;
    let key = String::from_utf8(crate::query::percent_decoded(encoded.as_bytes())).ok()?;
    (encode_key(&key).ok()? == encoded).then_some(key)
}

/// Makes the JSON document for the file of a key [ST-1].
///
/// ```
/// use botyard_core::state::document;
///
/// assert_eq!(document("closes", &[187.5, 188.25])?, "[187.5,188.25]");
/// assert_eq!(document("text", &"x".repeat(1_048_576)).unwrap_err().code(), "state.value_too_large");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `state.invalid_value`, `state.value_too_large`
pub fn document<T: Serialize + ?Sized>(key: &str, value: &T) -> Result<String, Error> {
    let text = json::write(value).map_err(|cause| {
        Error::new(ErrorCode::StateInvalidValue, &[("key", &shown(key)), ("reason", &cause.to_string())])
            .with_source(cause)
    })?;
    document_of_text(key, text)
}

/// As [`document`], for a value that a runtime has written by its own means.
///
/// # Errors
///
/// `state.value_too_large`
pub fn document_of_text(key: &str, text: String) -> Result<String, Error> {
    if text.len() > MAX_BYTES {
        let size = text.len().to_string();
        return Err(Error::new(ErrorCode::StateValueTooLarge, &[("key", &shown(key)), ("size", &size)]));
    }
    Ok(text)
}

/// Reads a value from the content of its key's file [ST-10].
///
/// ```
/// use botyard_core::state::read_document;
///
/// assert_eq!(read_document("trades", b"3", "/state/trades.json")?, 3);
/// assert_eq!(read_document("trades", b"", "/state/trades.json").unwrap_err().code(), "state.corrupt");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `state.corrupt`
pub fn read_document(key: &str, content: &[u8], path: &str) -> Result<Value, Error> {
    json::read(content).map_err(|cause| {
        Error::new(ErrorCode::StateCorrupt, &[("key", &shown(key)), ("path", path)]).with_source(cause)
    })
}

/// Converts a value that has been read into the type that a bot expects [ST-22].
///
/// ```
/// use botyard_core::state::value_as;
///
/// assert_eq!(value_as::<u64>("trades", &3.0.into())?, 3);
/// let refused = value_as::<u8>("trades", &"3".into()).unwrap_err();
/// assert_eq!(refused.code(), "state.wrong_type");
/// assert!(refused.to_string().ends_with("it must be an integer from 0 to 255, got a string"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `state.wrong_type`; the source is what serde says.
pub fn value_as<T: DeserializeOwned>(key: &str, value: &Value) -> Result<T, Error> {
    typed::read_as(value).map_err(|misfit| {
        let (key, reason) = (shown(key), misfit.reason(None));
        Error::new(ErrorCode::StateWrongType, &[("key", &key), ("reason", &reason)]).with_source(misfit)
    })
}
