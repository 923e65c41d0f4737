use super::refusal::{AnyError, causes_of, message_of};
use crate::log::{Level, line_with};
use crate::{Error, cut};
use serde_json::{Map, Value};
use std::any::Any;
use std::error::Error as StdError;

const MAX_CAUSES: usize = 8;

/// How a handler failed.
#[derive(Debug, Clone)]
pub enum Failure {
    /// It returned an error or panicked.
    Raised(Raised),
    /// Its answer has no JSON form; the text says why.
    NoForm(String),
    /// A typed accessor refused a parameter; the text is its message.
    InvalidParam(String),
}

/// An error or a panic, as far as its details are known [Q-40].
#[derive(Debug, Clone, Default)]
pub struct Raised {
    /// Its own message; empty if it has none.
    pub message: String,
    /// The name of its type without module, or `panic`.
    pub kind: Option<&'static str>,
    /// The file and the line where it was raised.
    pub place: Option<(String, u32)>,
    /// The stack, innermost frame first.
    pub stack: Option<String>,
    /// What the error wraps, from its own cause on.
    pub causes: Vec<Cause>,
}

/// An error that another one names as its cause [Q-49].
#[derive(Debug, Clone)]
pub struct Cause {
    /// The name of its type without module, if it is known.
    pub kind: Option<&'static str>,
    /// Its message.
    pub message: String,
}

impl Cause {
    /// The first causes of an error, as many as a record has.
    pub(super) fn all_of(error: &AnyError) -> Vec<Self> {
        // Of an error that is only known as one, the language does not tell the type.
        let kind = |cause: &AnyError| cause.is::<Error>().then_some("Error");
        let cause = |cause| Self { kind: kind(cause), message: message_of(cause) };
        causes_of(error).take(MAX_CAUSES).map(cause).collect()
    }

    fn json(&self) -> Value {
        let kind = self.kind.map(|kind| ("type".to_owned(), cut(kind, 100).into()));
        let message = ("message".to_owned(), cut(&self.message, 250).into());
        Value::Object(kind.into_iter().chain([message]).collect())
    }
}

/// Makes the log line of a failure [Q-39 … Q-43]; without a path, of work that a handler left behind [Q-44].
///
/// ```
/// use botyard_core::query::{Failure, Raised, record};
///
/// let raised = Raised { message: "no price".to_owned(), ..Raised::default() };
/// let line = record("no price", Some("/price"), &Failure::Raised(raised), 0);
/// assert!(line.ends_with(",\"message\":\"no price\",\"data\":{\"path\":\"/price\"}}\n"));
/// ```
#[must_use]
pub fn record(message: &str, path: Option<&str>, failure: &Failure, unix_milliseconds: u64) -> String {
    let mut data = Map::new();
    let mut put = |key: &str, text: Option<String>| {
        if let Some(text) = text {
            data.insert(key.to_owned(), text.into());
        }
    };
    put("path", path.map(|path| cut(path, 250)));
    match failure {
        Failure::NoForm(reason) | Failure::InvalidParam(reason) => put("reason", Some(cut(reason, 1000))),
        Failure::Raised(raised) => {
            put("type", raised.kind.map(|kind| cut(kind, 250)));
            let longest = if raised.causes.is_empty() { 7000 } else { 4000 };
            put("stack", raised.stack.as_deref().map(|stack| cut(stack, longest)));
            if let Some((file, line)) = &raised.place {
                put("file", Some(cut(file, 1000)));
                data.insert("line".to_owned(), Value::from(*line));
            }
            if !raised.causes.is_empty() {
                data.insert("cause".to_owned(), raised.causes.iter().map(Cause::json).collect());
            }
        }
    }
    let message = cut(message, 2000);
    line_with(Level::Error, &message, &data, unix_milliseconds).unwrap_or_default()
}

/// The error that `panic_any` was called with, if it is one of the SDK or a box of any other.
pub(super) fn error_of_panic(payload: &(dyn Any + Send)) -> Option<&AnyError> {
    if let Some(own) = payload.downcast_ref::<Error>() {
        return Some(own);
    }
    if let Some(boxed) = payload.downcast_ref::<Box<dyn StdError + Send + Sync>>() {
        return Some(&**boxed);
    }
    payload.downcast_ref::<Box<dyn StdError + Send>>().map(|boxed| &**boxed as _)
}

/// The message of a panic; empty if its payload is not a text.
pub(super) fn text_of_panic(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or_default()
}
