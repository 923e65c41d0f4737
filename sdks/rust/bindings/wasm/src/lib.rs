//! The contract core for browsers, bundlers and Node.js as WebAssembly. `sdks/rust/bindings/src/engine.ts` declares these
//! functions for TypeScript.

// Only JavaScript calls these functions: each argument is made for the call, and there is nothing to borrow from.
#![expect(clippy::must_use_candidate, clippy::needless_pass_by_value, reason = "JavaScript is the caller")]

mod value;

use botyard_core_js::{errors, input, json, log, metric, request, result, state};
use value::{Value, outcome};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The error table.
#[wasm_bindgen(js_name = errorTable)]
pub fn error_table() -> String {
    errors::table()
}

/// `json.write`
#[wasm_bindgen(js_name = writeJson)]
pub fn write_json(value: JsValue) -> JsValue {
    outcome(json::write(&Value(value)))
}

/// `json.read`, without the value.
#[wasm_bindgen(js_name = checkJson)]
pub fn check_json(text: &str) -> JsValue {
    outcome(json::check(text.as_bytes()))
}

/// `input.parse`, without the values.
#[wasm_bindgen(js_name = checkInput)]
pub fn check_input(id: Option<String>, config: Option<String>) -> JsValue {
    outcome(input::check(id.as_deref(), config.as_deref()))
}

/// `state.fileName`, without `.json`.
#[wasm_bindgen(js_name = encodeKey)]
pub fn encode_key(key: JsValue) -> JsValue {
    outcome(state::encode_key(&Value(key)))
}

/// `state.keyOf`
#[wasm_bindgen(js_name = keyOfFile)]
pub fn key_of_file(name: &str) -> Option<String> {
    state::key_of_file(name)
}

/// `state.document`
#[wasm_bindgen(js_name = stateDocument)]
pub fn state_document(key: &str, value: JsValue) -> JsValue {
    outcome(state::document(key, &Value(value)))
}

/// `state.readDocument`, without the value.
#[wasm_bindgen(js_name = checkStateDocument)]
pub fn check_state_document(key: &str, content: &[u8], path: &str) -> JsValue {
    outcome(state::check_document(key, content, path))
}

/// `request.getAs`, for one parameter.
#[wasm_bindgen(js_name = getAs)]
pub fn get_as(key: &str, value: JsValue, kind: &str) -> JsValue {
    outcome(request::get_as(key, &Value(value), kind))
}

/// `log.line`
#[wasm_bindgen(js_name = logLine)]
pub fn log_line(level: &str, message: JsValue, data: JsValue, unix_milliseconds: f64) -> JsValue {
    outcome(log::line(level, &Value(message), &Value(data), milliseconds(unix_milliseconds)))
}

/// `log.readLine`, as JSON.
#[wasm_bindgen(js_name = readLine)]
pub fn read_line(text: &str, is_standard_error: bool) -> String {
    log::read_line(text, is_standard_error)
}

/// `metric.line`
#[wasm_bindgen(js_name = metricLine)]
pub fn metric_line(kind: JsValue, data: JsValue, unix_milliseconds: f64) -> JsValue {
    outcome(metric::line(&Value(kind), &Value(data), milliseconds(unix_milliseconds)))
}

/// `result.document`
#[wasm_bindgen(js_name = resultDocument)]
pub fn result_document(is_success: bool, message: JsValue, data: JsValue, has_data: bool) -> JsValue {
    outcome(result::document(is_success, &Value(message), has_data.then_some(&Value(data))))
}

/// `result.custom`
#[wasm_bindgen(js_name = customResult)]
pub fn custom_result(data: JsValue) -> JsValue {
    outcome(result::custom(&Value(data)))
}

/// `result.verdict`
#[wasm_bindgen(js_name = runVerdict)]
pub fn run_verdict(exit_code: Option<i32>, text: Option<String>) -> String {
    result::verdict(exit_code, text.as_deref()).to_owned()
}

/// The caller has checked that the time is one between 1970 and 9999.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked by the caller")]
fn milliseconds(time: f64) -> u64 {
    time as u64
}
