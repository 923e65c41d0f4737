use super::{Failure, Raised, Request, message_of_panic};
use crate::{Error, ErrorCode, json};
use serde::Serialize;
use std::any::{Any, type_name};
use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

/// A registered handler: its answer as JSON text, or its failure.
pub type Handler = Arc<dyn Fn(&Request) -> Result<String, Failure> + Send + Sync>;

/// Makes a handler of a function that returns its answer.
///
/// ```
/// use botyard_core::query::{Request, handler};
///
/// let limits = handler(|_| [10, 20]);
/// assert_eq!(limits(&Request::new("/limits", Default::default())).unwrap(), "[10,20]");
/// ```
pub fn handler<F, T>(answer: F) -> Handler
where
    F: Fn(&Request) -> T + Send + Sync + 'static,
    T: Serialize,
{
    Arc::new(move |request| written(&answer(request)))
}

/// Makes a handler of a function that returns its answer or an error.
///
/// ```
/// use botyard_core::query::{Failure, Request, try_handler};
///
/// let fails = try_handler(|_| Err::<(), _>("no price"));
/// let failure = fails(&Request::new("/price", Default::default())).unwrap_err();
/// assert!(matches!(failure, Failure::Raised(raised) if raised.message == "no price"));
/// ```
pub fn try_handler<F, T, E>(answer: F) -> Handler
where
    F: Fn(&Request) -> Result<T, E> + Send + Sync + 'static,
    T: Serialize,
    E: fmt::Display + 'static,
{
    Arc::new(move |request| match answer(request) {
        Ok(value) => written(&value),
        Err(error) => Err(failure_of(&error)),
    })
}

fn written<T: Serialize>(value: &T) -> Result<String, Failure> {
    json::write(value).map_err(|error| Failure::NoForm(error.to_string()))
}

fn failure_of<E: fmt::Display + 'static>(error: &E) -> Failure {
    let own = own_error(error);
    if let Some(refused) = own.filter(|own| own.code() == ErrorCode::QueryInvalidParam) {
        return Failure::InvalidParam(refused.to_string());
    }
    let name = if own.is_some() { Some("Error") } else { name_of::<E>() };
    Failure::Raised(Raised { message: error.to_string(), kind: name.map(str::to_owned), ..Raised::default() })
}

/// The error of the SDK that a handler returned, by itself or in a box.
fn own_error(error: &dyn Any) -> Option<&Error> {
    if let Some(boxed) = error.downcast_ref::<Box<dyn StdError>>() {
        boxed.downcast_ref()
    } else if let Some(boxed) = error.downcast_ref::<Box<dyn StdError + Send + Sync>>() {
        boxed.downcast_ref()
    } else {
        error.downcast_ref()
    }
}

/// The name of a type without its module; none for a box, which does not tell the type inside.
fn name_of<E: 'static>() -> Option<&'static str> {
    let name = type_name::<E>();
    let plain = name.split_once('<').map_or(name, |(before, _)| before);
    let last = plain.rsplit("::").next()?;
    (last != "Box").then_some(last)
}

/// The failure of a handler that panicked; the place and the stack are those that a panic hook has seen.
pub(super) fn failure_of_panic(payload: Box<dyn Any + Send>, seen: Option<Raised>) -> Failure {
    let seen = seen.unwrap_or_default();
    let (message, kind) = match payload.downcast::<Error>() {
        Ok(error) if error.code() == ErrorCode::QueryInvalidParam => {
            return Failure::InvalidParam(error.to_string());
        }
        Ok(error) => (error.to_string(), "Error"),
        Err(other) => (message_of_panic(other.as_ref()), "panic"),
    };
    Failure::Raised(Raised { message, kind: Some(kind.to_owned()), ..seen })
}
