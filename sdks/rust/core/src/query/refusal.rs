//! How the error of a typed accessor is recognised in what a handler returns.

use crate::typed::Misfit;
use crate::{Error, ErrorCode, kind_of, shown};
use serde_json::Value;
use std::error::Error as StdError;
use std::fmt::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many causes of a failure are looked at; a cycle of causes ends there.
const MAX_DEPTH: usize = 100_000;

/// An error as far as its type is not known.
pub(super) type AnyError = dyn StdError + 'static;

/// The source of the error of a typed accessor: why the parameter does not fit.
///
/// It also tells the error from others where an error of the bot hides it from the chain of sources and shows only its
/// source, as `#[error(transparent)]` of thiserror and `std::io::Error` do.
#[derive(Debug)]
struct Refusal {
    message: String,
    reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl StdError for Refusal {}

/// The error of an accessor that does not accept a value.
pub(super) fn refused(key: &str, value: &Value, expected: &str) -> Error {
    error(&shown(key), expected, &shown(value), format!("it is {}", kind_of(value)))
}

/// The error of an accessor that reads types.
pub(super) fn refused_by_type(misfit: &Misfit) -> Error {
    let (key, expected, value) = misfit.of_parameter();
    error(&key, &expected, &value, misfit.to_string())
}

fn error(key: &str, expected: &str, value: &str, reason: String) -> Error {
    let error =
        Error::new(ErrorCode::QueryInvalidParam, &[("key", key), ("expected", expected), ("value", value)]);
    let message = error.to_string();
    error.with_source(Refusal { message, reason })
}

/// The message of the error of a typed accessor, if an error is one or wraps one.
pub(super) fn message_of_refusal(error: &AnyError) -> Option<&str> {
    causes_of(error)
        .take(MAX_DEPTH)
        .find_map(|cause| cause.downcast_ref())
        .map(|found: &Refusal| &*found.message)
}

/// The message of an error; empty if it cannot be written. Its `Display` may fail, or even panic.
pub(super) fn message_of(error: &AnyError) -> String {
    let write = || {
        let mut message = String::new();
        write!(message, "{error}").map(|()| message)
    };
    catch_unwind(AssertUnwindSafe(write)).ok().and_then(Result::ok).unwrap_or_default()
}

/// What an error wraps, from its own cause on.
pub(super) fn causes_of(error: &AnyError) -> impl Iterator<Item = &AnyError> {
    std::iter::successors(error.source(), |&cause| cause.source())
}
