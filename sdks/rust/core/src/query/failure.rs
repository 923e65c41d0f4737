use crate::cut;
use crate::log::{Level, line_with};
use serde_json::{Map, Value};
use std::any::Any;

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
    pub kind: Option<String>,
    /// The file and the line where it was raised.
    pub place: Option<(String, u32)>,
    /// The stack, innermost frame first.
    pub stack: Option<String>,
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
            put("type", raised.kind.as_deref().map(|kind| cut(kind, 250)));
            put("stack", raised.stack.as_deref().map(|stack| cut(stack, 7000)));
            if let Some((file, line)) = &raised.place {
                put("file", Some(cut(file, 1000)));
                data.insert("line".to_owned(), Value::from(*line));
            }
        }
    }
    let message = cut(message, 2000);
    line_with(Level::Error, &message, &data, unix_milliseconds).unwrap_or_default()
}

/// The message of a panic; empty if its payload is not text.
#[must_use]
pub fn message_of_panic(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or_default().to_owned()
}
