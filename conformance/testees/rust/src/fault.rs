//! How an op fails.

use serde_json::{Value, json};
use std::any::Any;
use std::error::Error;
use std::panic::{catch_unwind, panic_any, resume_unwind};

pub type BoxedError = Box<dyn Error + Send + Sync>;

/// An error, or in a handler a panic.
pub enum Fault {
    Returned(BoxedError),
    Panicked(Box<dyn Any + Send>),
}

impl<E: Into<BoxedError>> From<E> for Fault {
    fn from(error: E) -> Self {
        Self::Returned(error.into())
    }
}

impl Fault {
    /// The op `fail`.
    pub fn of_message(message: String, panics: bool) -> Self {
        if panics { Self::panicked(|| panic_any(message)) } else { message.into() }
    }

    /// The op `fail_with`.
    pub fn of_value(thrown: Value) -> Self {
        Self::panicked(|| match thrown {
            Value::String(message) => panic_any::<String>(message),
            other => panic_any(other),
        })
    }

    fn panicked(raise: impl FnOnce() + std::panic::UnwindSafe) -> Self {
        catch_unwind(raise).map_or_else(Self::Panicked, |()| unreachable!())
    }

    fn message(&self) -> String {
        match self {
            Self::Returned(error) => error.to_string(),
            Self::Panicked(payload) => match payload.downcast_ref::<String>() {
                Some(text) => text.clone(),
                None => payload.downcast_ref::<Value>().map(Value::to_string).unwrap_or_default(),
            },
        }
    }

    /// What the trace contains of it.
    pub fn note(&self) -> Value {
        let error = if let Self::Returned(error) = self { Some(error) } else { None };
        let own = error.and_then(|error| error.downcast_ref::<botyard::Error>());
        let cause = error.and_then(|error| error.source()).map(ToString::to_string);
        let (code, next) = (own.map(botyard::Error::code), own.map(botyard::Error::next));
        json!({ "code": code, "message": self.message(), "next": next, "cause": cause })
    }

    /// What a handler does that returns no errors.
    pub fn raise(self) -> ! {
        match self {
            Self::Panicked(payload) => resume_unwind(payload),
            Self::Returned(error) => match error.downcast::<botyard::Error>() {
                Ok(own) => panic_any(*own),
                Err(other) => panic!("{other}"),
            },
        }
    }

    /// What a function does that returns errors.
    pub fn returned(self) -> BoxedError {
        match self {
            Self::Returned(error) => error,
            Self::Panicked(_) => self.message().into(),
        }
    }
}
