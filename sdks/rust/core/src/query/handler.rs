use super::failure::{error_of_panic, text_of_panic};
use super::refusal::{AnyError, message_of, message_of_refusal};
use super::{Cause, Failure, IntoError, Raised, Request};
use crate::{Error, json};
use serde::Serialize;
use std::any::{Any, type_name};
use std::panic::{AssertUnwindSafe, catch_unwind};
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
pub fn try_handler<F, T, E, Kind>(answer: F) -> Handler
where
    F: Fn(&Request) -> Result<T, E> + Send + Sync + 'static,
    T: Serialize,
    E: IntoError<Kind> + 'static,
{
    Arc::new(move |request| match answer(request) {
        Ok(value) => written(&value),
        Err(error) => Err(failure_of(&*error.into_error(), name_of::<E>())),
    })
}

fn written<T: Serialize>(value: &T) -> Result<String, Failure> {
    json::write(value).map_err(|error| Failure::NoForm(error.to_string()))
}

fn failure_of(error: &AnyError, name: Option<&'static str>) -> Failure {
    match message_of_refusal(error) {
        Some(message) => Failure::InvalidParam(message.to_owned()),
        None => Failure::Raised(raised_by(error, name)),
    }
}

fn raised_by(error: &AnyError, name: Option<&'static str>) -> Raised {
    let kind = if error.is::<Error>() { Some("Error") } else { name };
    Raised { message: message_of(error), kind, causes: Cause::all_of(error), ..Raised::default() }
}

/// The name of a type without its module; none for a box, which does not tell the type inside.
fn name_of<E: 'static>() -> Option<&'static str> {
    let name = type_name::<E>();
    let plain = name.split_once('<').map_or(name, |(before, _)| before);
    let last = plain.rsplit("::").next()?;
    (last != "Box").then_some(last)
}

/// The failure of a handler that panicked; `seen` is what a panic hook has seen of it.
pub(super) fn failure_of_panic(payload: &(dyn Any + Send), seen: Option<&Raised>) -> Failure {
    // The methods of an error may panic too.
    let of_payload = || match error_of_panic(payload).and_then(message_of_refusal) {
        Some(message) => Failure::InvalidParam(message.to_owned()),
        None => Failure::Raised(raised_by_panic(payload, seen.cloned().unwrap_or_default())),
    };
    catch_unwind(AssertUnwindSafe(of_payload))
        .unwrap_or_else(|_| Failure::Raised(Raised { kind: Some("panic"), ..Raised::default() }))
}

/// The details of a panic, with the place and the stack that a panic hook has seen [Q-40, Q-44].
#[must_use]
pub fn raised_by_panic(payload: &(dyn Any + Send), seen: Raised) -> Raised {
    let raised = match error_of_panic(payload) {
        Some(error) => raised_by(error, Some("panic")),
        None => {
            Raised { message: text_of_panic(payload).to_owned(), kind: Some("panic"), ..Raised::default() }
        }
    };
    Raised { place: seen.place, stack: seen.stack, ..raised }
}
