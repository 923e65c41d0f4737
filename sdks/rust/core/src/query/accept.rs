use crate::json;
use serde_json::{Map, Value};

/// Converts a parameter, a JSON value or its text form, by a rule.
pub(super) fn accept<T>(value: &Value, rule: fn(&Value) -> Option<T>) -> Option<T> {
    rule(value).or_else(|| rule(&text_form(value.as_str()?)?))
}

/// The value of a text that is JSON as a whole, with nothing around it.
pub(super) fn text_form(text: &str) -> Option<Value> {
    if text.trim_matches([' ', '\t', '\r', '\n']).len() < text.len() {
        return None;
    }
    json::read(text.as_bytes()).ok()
}

pub(super) fn number(value: &Value) -> Option<f64> {
    value.as_f64()
}

/// Every integral value in the range of `i64`, in any notation.
pub(super) fn integer(value: &Value) -> Option<i64> {
    const RANGE: std::ops::Range<f64> = -9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0;
    if let Some(integer) = value.as_i64() {
        return Some(integer);
    }
    let double = value.as_f64().filter(|_| !value.is_u64())?;
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    (double.fract() == 0.0 && RANGE.contains(&double)).then_some(double as i64)
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
