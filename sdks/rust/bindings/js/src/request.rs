//! The parameters of a query.

use crate::json::{shown, text_of};
use crate::{Answer, Js, Refusal};
use botyard_core::query::Request;
use botyard_core::{Error, ErrorCode, json};
use serde_json::{Map, Value};

/// The greatest integer up to which a JavaScript number is exact.
const MAX_SAFE: u64 = 9_007_199_254_740_991;

/// Returns the value of a parameter as the JSON text of a type, from a value of this type or its string form;
/// none if it is null.
///
/// # Errors
///
/// `query.invalid_param`, naming the key, if the value does not fit
pub fn get_as<J: Js>(key: &str, value: &J, kind: &str) -> Answer<J> {
    let text = text_of(value).map_err(|fault| Refusal::plain(fault.reason, fault.cause))?;
    let parsed = json::read(text.as_bytes()).map_err(|error| Refusal::plain(error.to_string(), None))?;
    let request = Request::new("/", Map::from_iter([(key.to_owned(), parsed)]));
    let (accepted, expected) = match kind {
        "string" => (request.get_string(key).map(form), "a string"),
        "number" => (request.get_number(key).map(form), "a number"),
        "integer" => (safe(request.get_integer(key)), "an integer"),
        "boolean" => (request.get_boolean(key).map(form), "true or false"),
        "array" => (request.get_array(key).map(form), "an array"),
        "object" => (request.get_object(key).map(form), "an object"),
        other => return Err(Refusal::plain(format!("there is no parameter type {other}"), None)),
    };
    // The numbers in the message are written as JavaScript writes them.
    let refused = |error: Error| {
        let values =
            [("key", botyard_core::shown(key)), ("expected", expected.to_owned()), ("value", shown(value))];
        Error::new(error.code(), &values.each_ref().map(|(name, value)| (*name, value.as_str()))).into()
    };
    accepted.map_err(refused)
}

fn form<T: Into<Value>>(value: Option<T>) -> Option<String> {
    value.map(|value| value.into().to_string())
}

fn safe(integer: Result<Option<i64>, Error>) -> Result<Option<String>, Error> {
    match integer? {
        Some(integer) if integer.unsigned_abs() > MAX_SAFE => {
            Err(Error::new(ErrorCode::QueryInvalidParam, &[]))
        }
        integer => Ok(form(integer)),
    }
}
