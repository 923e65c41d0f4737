use super::MAX_DEPTH;
use crate::errors::kind_of_json;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Error, Value};
use std::io;

/// Writes a value as one JSON document without white space [JSON-1]; non-finite numbers become `null` [JSON-8].
///
/// ```
/// assert_eq!(botyard_core::json::write(&[1.5, f64::NAN])?, "[1.5,null]");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The value has no JSON form: its `Serialize` fails, a key is not text, or it is nested deeper than [`MAX_DEPTH`].
pub fn write<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    let mut bytes = Vec::with_capacity(128);
    append(&mut bytes, value)?;
    String::from_utf8(bytes).map_err(|error| Error::io(io::Error::other(error)))
}

/// Returns a text as a JSON string.
///
/// ```
/// assert_eq!(botyard_core::json::quote("a\n"), r#""a\n""#);
/// ```
#[must_use]
pub fn quote(text: &str) -> String {
    Value::from(text).to_string()
}

/// Appends a text as a JSON string.
///
/// ```
/// let mut line = b"{\"message\":".to_vec();
/// botyard_core::json::append_quoted(&mut line, "started");
/// assert_eq!(line, b"{\"message\":\"started\"");
/// ```
pub fn append_quoted(bytes: &mut Vec<u8>, text: &str) {
    // Text always has a JSON form, and a vector takes all that is written to it.
    _ = serde_json::to_writer(bytes, text);
}

/// Why a value has no JSON form that is an object.
#[derive(Debug)]
pub struct NotObject {
    /// The reason in words.
    pub reason: String,
    /// Whether its JSON form is `null`.
    pub is_null: bool,
    /// The failure of the value's `Serialize`; none if it has a JSON form that is not an object.
    pub cause: Option<Error>,
}

/// Appends a value whose JSON form must be an object; after a failure the end of `bytes` is undefined.
///
/// # Errors
///
/// Why there is no such form.
pub(crate) fn append_object<T: Serialize + ?Sized>(bytes: &mut Vec<u8>, value: &T) -> Result<(), NotObject> {
    let start = bytes.len();
    append(bytes, value).map_err(|cause| NotObject {
        reason: cause.to_string(),
        is_null: false,
        cause: Some(cause),
    })?;
    if bytes[start..].starts_with(b"{") {
        return Ok(());
    }
    Err(not_object(&String::from_utf8_lossy(&bytes[start..])))
}

/// As [`append_object`], for a value that is written already.
pub(crate) fn append_object_text(bytes: &mut Vec<u8>, text: &str) -> Result<(), NotObject> {
    if !text.starts_with('{') {
        return Err(not_object(text));
    }
    bytes.extend_from_slice(text.as_bytes());
    Ok(())
}

fn not_object(text: &str) -> NotObject {
    NotObject { reason: format!("it is {}", kind_of_json(text)), is_null: text == "null", cause: None }
}

/// Writes a value whose JSON form must be an object.
///
/// ```
/// use botyard_core::json;
///
/// assert_eq!(json::write_object(&serde_json::json!({ "n": 1 })).unwrap(), r#"{"n":1}"#);
/// assert_eq!(json::write_object(&[1]).unwrap_err().reason, "it is an array");
/// ```
///
/// # Errors
///
/// Why there is no such form.
pub fn write_object<T: Serialize + ?Sized>(value: &T) -> Result<String, NotObject> {
    let mut bytes = Vec::with_capacity(128);
    append_object(&mut bytes, value)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn append<T: Serialize + ?Sized>(bytes: &mut Vec<u8>, value: &T) -> Result<(), Error> {
    value.serialize(&mut Serializer::with_formatter(bytes, Bounded { depth: 0 }))
}

/// The compact form, refusing what is nested so deeply that a reader might refuse it, or that never ends.
struct Bounded {
    depth: usize,
}

impl Bounded {
    fn enter(&mut self) -> io::Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(io::Error::other(format!("it is nested deeper than {MAX_DEPTH}")));
        }
        Ok(())
    }
}

impl Formatter for Bounded {
    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.enter()?;
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"]")
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.enter()?;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }

    // serde_json's `RawValue` may contain white space and line feeds.
    fn write_raw_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let value: Value = super::read(fragment.as_bytes())?;
        // Not to the writer itself, whose type would have no end.
        let mut bytes = Vec::new();
        value.serialize(&mut Serializer::with_formatter(&mut bytes, Self { depth: self.depth }))?;
        writer.write_all(&bytes)
    }
}
