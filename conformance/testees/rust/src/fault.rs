//! How an op fails.

use serde_json::{Value, json};
use std::any::Any;
use std::error::Error;
use std::panic::{UnwindSafe, catch_unwind, panic_any, resume_unwind};

pub type BoxedError = Box<dyn Error + Send + Sync>;

/// An error, or in a handler a panic.
pub enum Fault {
    Returned(BoxedError),
    Panicked(String, Box<dyn Any + Send>),
}

impl<E: Into<BoxedError>> From<E> for Fault {
    fn from(error: E) -> Self {
        Self::Returned(error.into())
    }
}

impl Fault {
    /// The op `wrapped`.
    pub fn wrapped(self, message: String) -> Self {
        Self::Returned(anyhow::Error::from_boxed(self.returned()).context(message).into())
    }

    /// The op `fail`.
    pub fn of_message(message: String, panics: bool) -> Self {
        if panics { Self::panicked(message.clone(), || panic_any(message)) } else { message.into() }
    }

    /// The op `fail_with`.
    pub fn of_value(thrown: Value) -> Self {
        match thrown {
            Value::String(message) => Self::of_message(message, true),
            other => Self::panicked(other.to_string(), || panic_any(other)),
        }
    }

    fn panicked(message: String, raise: impl FnOnce() + UnwindSafe) -> Self {
        catch_unwind(raise).map_or_else(|payload| Self::Panicked(message, payload), |()| unreachable!())
    }

    /// What the trace contains of it.
    pub fn note(&self) -> Value {
        let (message, error) = match self {
            Self::Returned(error) => (error.to_string(), Some(error)),
            Self::Panicked(message, _) => (message.clone(), None),
        };
        let own = error.and_then(|error| error.downcast_ref::<botyard::Error>());
        let (code, next) = own.map(|own| (own.code(), own.next())).unzip();
        let cause = error.and_then(|error| error.source()).map(ToString::to_string);
        json!({ "code": code, "message": message, "next": next, "cause": cause })
    }

    /// What a handler does that returns no errors.
    pub fn raise(self) -> ! {
        match self {
            Self::Panicked(_, payload) => resume_unwind(payload),
            Self::Returned(error) => panic_any(error),
        }
    }

    /// What a function does that returns errors.
    pub fn returned(self) -> BoxedError {
        match self {
            Self::Returned(error) => error,
            Self::Panicked(message, _) => message.into(),
        }
    }
}
