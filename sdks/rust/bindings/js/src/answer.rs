use botyard_core::ErrorCode;
use std::error::Error as _;

/// What a function of a room returns: a text or nothing.
pub type Answer<J> = Result<Option<String>, Refusal<J>>;

/// Why a function refused its arguments.
#[derive(Debug)]
pub struct Refusal<J> {
    /// The code of the error table; none if a value has no JSON form, or a text is not JSON, and nothing else was asked.
    pub code: Option<&'static str>,
    /// What happened.
    pub message: String,
    /// The advice of the error table.
    pub next: Option<&'static str>,
    /// The message of the error that caused this one.
    pub source: Option<String>,
    /// What code of the value has thrown.
    pub cause: Option<J>,
}

impl<J> Refusal<J> {
    /// A refusal that is not in the error table.
    pub(crate) fn plain(message: String, cause: Option<J>) -> Self {
        Self { code: None, message, next: None, source: None, cause }
    }

    /// The error of a code, caused by what code of a value has thrown.
    pub(crate) fn of(code: ErrorCode, values: &[(&str, &str)], cause: Option<J>) -> Self {
        Self { cause, ..botyard_core::Error::new(code, values).into() }
    }
}

impl<J> From<botyard_core::Error> for Refusal<J> {
    fn from(error: botyard_core::Error) -> Self {
        Self {
            code: Some(error.code().as_str()),
            message: error.to_string(),
            next: Some(error.next()),
            source: error.source().map(ToString::to_string),
            cause: None,
        }
    }
}
