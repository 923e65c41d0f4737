use crate::json::{self, Integral, integral};
use serde_json::{Map, Value};

/// Converts a parameter, a JSON value or its text form, by a rule.
pub(super) fn accept<T>(value: &Value, rule: fn(&Value) -> Option<T>) -> Option<T> {
    rule(value).or_else(|| rule(&json::spelled(value.as_str()?)?))
}

pub(super) fn number(value: &Value) -> Option<f64> {
    value.as_f64()
}

/// Every integral value in the range of `i64`, in any notation.
pub(super) fn integer(value: &Value) -> Option<i64> {
    match integral(value.as_number()?)? {
        Integral::Unsigned(integer) => integer.try_into().ok(),
        Integral::Signed(integer) => Some(integer),
    }
}

pub(super) fn boolean(value: &Value) -> Option<bool> {
    value.as_bool()
}

pub(super) fn array(value: &Value) -> Option<Vec<Value>> {
    value.as_array().cloned()
}

pub(super) fn object(value: &Value) -> Option<Map<String, Value>> {
    value.as_object().cloned()
}
