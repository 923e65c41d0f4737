//! The documents of a run's result.

use crate::{Error, ErrorCode, errors::kind_of_json, json};
use serde::Serialize;

/// The largest result document, in bytes [RES-16].
pub const MAX_BYTES: usize = 1_048_576;

/// The verdict that a result reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// The run did what it was started for.
    Success,
    /// The run failed.
    Error,
}

impl Status {
    /// The status as result documents, and the messages of errors, name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Error => "error",
        }
    }
}

/// Makes the document of `success(m)` and `error(m)` [RES-1].
///
/// ```
/// use botyard_core::result::{Status, document};
///
/// assert_eq!(document(Status::Success, "done")?, r#"{"status":"success","message":"done"}"#);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `result.too_large`
pub fn document(status: Status, message: &str) -> Result<String, Error> {
    fitting(format!("{}}}", start(status, message)))
}

/// Makes the document of `success_with_data(m, d)` and `error_with_data(m, d)` [RES-1, RES-2].
///
/// ```
/// use botyard_core::result::{Status, document_with_data};
///
/// let document = document_with_data(Status::Error, "no price", &["AAPL"])?;
/// assert_eq!(document, r#"{"status":"error","message":"no price","data":["AAPL"]}"#);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `result.invalid_data`, `result.too_large`
pub fn document_with_data<T: Serialize + ?Sized>(
    status: Status,
    message: &str,
    data: &T,
) -> Result<String, Error> {
    let data = json::write(data).map_err(|cause| invalid_data(&cause.to_string()).with_source(cause))?;
    document_of_text(status, message, &data)
}

/// As [`document_with_data`], with data that a runtime has written by its own means.
///
/// # Errors
///
/// `result.too_large`
pub fn document_of_text(status: Status, message: &str, data: &str) -> Result<String, Error> {
    fitting(format!("{},\"data\":{data}}}", start(status, message)))
}

/// Makes the document of `result(d)`: the object itself [RES-1].
///
/// ```
/// use botyard_core::result::custom_document;
///
/// assert_eq!(custom_document(&serde_json::json!({ "orders": 3 }))?, r#"{"orders":3}"#);
/// assert_eq!(custom_document(&[3]).unwrap_err().code(), "result.invalid_data");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `result.invalid_data`, `result.too_large`
pub fn custom_document<T: Serialize + ?Sized>(data: &T) -> Result<String, Error> {
    let text = json::write(data).map_err(|cause| invalid_data(&cause.to_string()).with_source(cause))?;
    custom_of_text(text)
}

/// As [`custom_document`], for a value that a runtime has written by its own means.
///
/// # Errors
///
/// `result.invalid_data`, `result.too_large`
pub fn custom_of_text(text: String) -> Result<String, Error> {
    if !text.starts_with('{') {
        return Err(invalid_data(&format!("a result must be an object, got {}", kind_of_json(&text))));
    }
    fitting(text)
}

/// Judges a run [RES-14]: it succeeds if its process exits with 0 and its result does not say otherwise.
///
/// `exit_code` is `None` if a signal ended the process, and `result` if there is no result file.
///
/// ```
/// use botyard_core::result::{Status, verdict};
///
/// assert_eq!(verdict(Some(0), None), Status::Success);
/// assert_eq!(verdict(Some(0), Some(br#"{"status":"error"}"#)), Status::Error);
/// assert_eq!(verdict(None, None), Status::Error);
/// ```
#[must_use]
pub fn verdict(exit_code: Option<i32>, result: Option<&[u8]>) -> Status {
    let reported = result.and_then(|text| json::read_object(text).ok().flatten());
    let reports_error =
        reported.is_some_and(|result| result.get("status").is_some_and(|status| status == "error"));
    if exit_code == Some(0) && !reports_error { Status::Success } else { Status::Error }
}

fn start(status: Status, message: &str) -> String {
    format!("{{\"status\":\"{}\",\"message\":{}", status.name(), json::quote(message))
}

fn fitting(document: String) -> Result<String, Error> {
    if document.len() > MAX_BYTES {
        return Err(Error::new(ErrorCode::ResultTooLarge, &[("size", &document.len().to_string())]));
    }
    Ok(document)
}

fn invalid_data(reason: &str) -> Error {
    Error::new(ErrorCode::ResultInvalidData, &[("reason", reason)])
}
