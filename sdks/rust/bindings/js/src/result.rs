//! The documents of a run's result.

use crate::json::{kind_in_words, text_of};
use crate::{Answer, Js, Kind, Refusal};
use botyard_core::result::Status;
use botyard_core::{Error, ErrorCode};

/// Makes the document of a success or an error, with data if it is given, whatever its value [RES-1, RES-2].
///
/// # Errors
///
/// `result.invalid_message`, `result.invalid_data`, `result.too_large`
pub fn document<J: Js>(is_success: bool, message: &J, data: Option<&J>) -> Answer<J> {
    let status = if is_success { Status::Success } else { Status::Error };
    let Kind::Text(text) = message.kind() else {
        return Err(Error::new(ErrorCode::ResultInvalidMessage, &[("kind", kind_in_words(message))]).into());
    };
    let Some(data) = data else { return Ok(Some(botyard_core::result::document(status, &text.utf8)?)) };
    let data = written(data)?;
    Ok(Some(botyard_core::result::document_of_text(status, &text.utf8, &data)?))
}

/// Makes the document of a result that is the object itself [RES-1].
///
/// # Errors
///
/// `result.invalid_data`, `result.too_large`
pub fn custom<J: Js>(data: &J) -> Answer<J> {
    Ok(Some(botyard_core::result::custom_of_text(written(data)?)?))
}

fn written<J: Js>(data: &J) -> Result<String, Refusal<J>> {
    text_of(data)
        .map_err(|fault| Refusal::of(ErrorCode::ResultInvalidData, &[("reason", &fault.reason)], fault.cause))
}

/// Judges a run [RES-14]: whether it succeeded. There is no exit code if a signal ended the process.
#[must_use]
pub fn verdict(exit_code: Option<i32>, result: Option<&str>) -> &'static str {
    botyard_core::result::verdict(exit_code, result.map(str::as_bytes)).name()
}
