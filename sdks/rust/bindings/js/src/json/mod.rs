//! Reading and writing JSON.

mod describe;
mod fault;
mod write;

pub(crate) use describe::{kind_in_words, shown};
pub(crate) use fault::Fault;
pub(crate) use write::text_of;

use crate::{Answer, Js, Refusal};

/// Writes a value as one JSON document without white space.
///
/// # Errors
///
/// Why the value has no JSON form [JSON-10].
pub fn write<J: Js>(value: &J) -> Answer<J> {
    text_of(value).map(Some).map_err(|fault| Refusal::plain(fault.reason, fault.cause))
}

/// Checks that a text is one JSON document by the strict rules of the contract [JSON-6].
///
/// # Errors
///
/// The place and the kind of the error; the message never quotes the document.
pub fn check<J>(document: &[u8]) -> Answer<J> {
    match botyard_core::json::read(document) {
        Ok(_) => Ok(None),
        Err(error) => Err(Refusal::plain(error.to_string(), None)),
    }
}

/// Writes a value whose JSON form must be an object.
pub(crate) fn object_of<J: Js>(value: &J) -> Result<String, Fault<J>> {
    let text = text_of(value)?;
    if text.starts_with('{') {
        return Ok(text);
    }
    Err(Fault { reason: format!("got {}", botyard_core::kind_of_json(&text)), cause: None })
}
