//! The contract core as an extension of Node.js. `sdks/rust/bindings/src/engine.ts` declares these functions for
//! TypeScript.

#![allow(unsafe_code, reason = "Node.js offers its values through an interface of C")]
// Only JavaScript calls these functions: each argument is made for the call, and there is nothing to borrow from.
#![expect(clippy::must_use_candidate, clippy::needless_pass_by_value, reason = "JavaScript is the caller")]

mod value;

use botyard_core_js::{errors, input, json, log, metric, request, result, state};
use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;
use value::{Outcome, Value};

/// The error table.
#[napi]
pub fn error_table() -> String {
    errors::table()
}

/// `json.write`
#[napi]
pub fn write_json(value: Value) -> Outcome {
    Outcome(json::write(&value))
}

/// `json.read`, without the value.
#[napi]
pub fn check_json(text: String) -> Outcome {
    Outcome(json::check(text.as_bytes()))
}

/// `input.parse`, without the values.
#[napi]
pub fn check_input(id: Option<String>, config: Option<String>) -> Outcome {
    Outcome(input::check(id.as_deref(), config.as_deref()))
}

/// `state.fileName`, without `.json`.
#[napi]
pub fn encode_key(key: Value) -> Outcome {
    Outcome(state::encode_key(&key))
}

/// `state.keyOf`
#[napi]
pub fn key_of_file(name: String) -> Option<String> {
    state::key_of_file(&name)
}

/// `state.document`
#[napi]
pub fn state_document(key: String, value: Value) -> Outcome {
    Outcome(state::document(&key, &value))
}

/// `state.readDocument`, without the value.
#[napi]
pub fn check_state_document(key: String, content: Uint8Array, path: String) -> Outcome {
    Outcome(state::check_document(&key, &content, &path))
}

/// `request.getAs`, for one parameter.
#[napi]
pub fn get_as(key: String, value: Value, kind: String) -> Outcome {
    Outcome(request::get_as(&key, &value, &kind))
}

/// `log.line`
#[napi]
pub fn log_line(level: String, message: Value, data: Value, unix_milliseconds: f64) -> Outcome {
    Outcome(log::line(&level, &message, &data, milliseconds(unix_milliseconds)))
}

/// `log.readLine`, as JSON.
#[napi]
pub fn read_line(text: String, is_standard_error: bool) -> String {
    log::read_line(&text, is_standard_error)
}

/// `metric.line`
#[napi]
pub fn metric_line(kind: Value, data: Value, unix_milliseconds: f64) -> Outcome {
    Outcome(metric::line(&kind, &data, milliseconds(unix_milliseconds)))
}

/// `result.document`
#[napi]
pub fn result_document(is_success: bool, message: Value, data: Value, has_data: bool) -> Outcome {
    Outcome(result::document(is_success, &message, has_data.then_some(&data)))
}

/// `result.custom`
#[napi]
pub fn custom_result(data: Value) -> Outcome {
    Outcome(result::custom(&data))
}

/// `result.verdict`
#[napi]
pub fn run_verdict(exit_code: Option<i32>, text: Option<String>) -> String {
    result::verdict(exit_code, text.as_deref()).to_owned()
}

/// The caller has checked that the time is one between 1970 and 9999.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked by the caller")]
fn milliseconds(time: f64) -> u64 {
    time as u64
}
