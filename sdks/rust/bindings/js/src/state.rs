//! Keys and values of the bot's state, as names and contents of files.

use crate::json::{shown, text_of};
use crate::{Answer, Js, Kind, Refusal};
pub use botyard_core::state::key_of_file;
use botyard_core::{Error, ErrorCode};

/// Encodes a key for its file name, without `.json` [ST-2].
///
/// # Errors
///
/// `state.invalid_key` [ST-3]
pub fn encode_key<J: Js>(key: &J) -> Answer<J> {
    let refused = |reason: &str| {
        Error::new(ErrorCode::StateInvalidKey, &[("key", &shown(key)), ("reason", reason)]).into()
    };
    match key.kind() {
        Kind::Text(text) if text.utf8.is_empty() => Err(refused("it is empty")),
        Kind::Text(text) if !text.is_well_formed => Err(refused("it holds a lone surrogate")),
        Kind::Text(text) => Ok(Some(botyard_core::state::encode_key(&text.utf8)?)),
        _ => Err(refused("it is not a string")),
    }
}

/// Makes the JSON document for the file of a key [ST-1].
///
/// # Errors
///
/// `state.invalid_value`, `state.value_too_large`
pub fn document<J: Js>(key: &str, value: &J) -> Answer<J> {
    let text = text_of(value).map_err(|fault| {
        let values = [("key", botyard_core::shown(key)), ("reason", fault.reason)];
        Refusal::of(
            ErrorCode::StateInvalidValue,
            &values.each_ref().map(|(name, value)| (*name, value.as_str())),
            fault.cause,
        )
    })?;
    Ok(Some(botyard_core::state::document_of_text(key, text)?))
}

/// Checks the content of a key's file [ST-10].
///
/// # Errors
///
/// `state.corrupt`
pub fn check_document<J>(key: &str, content: &[u8], path: &str) -> Answer<J> {
    botyard_core::state::read_document(key, content, path)?;
    Ok(None)
}
