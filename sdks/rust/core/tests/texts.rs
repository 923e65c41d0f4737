//! Values that a runtime has written as JSON by its own means.

use botyard_core::log::Level;
use botyard_core::result::Status;
use botyard_core::{json, log, metric, result, state};
use serde_json::Value;

const VALUES: [&str; 8] =
    ["{}", r#"{"b":[1,{"c":null}],"a":"\n"}"#, "[]", "null", "\"x\"", "0", "-1.5e300", "true"];

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// [MET-1 … MET-4]
#[test]
fn a_metric_is_the_same_from_a_value_and_from_its_text() {
    for text in VALUES {
        let value = value(text);
        let text = value.to_string();
        for kind in ["m", "", "é\"\n"] {
            let (expected, line) = (metric::line(kind, &value, 5), metric::line_of_text(kind, &text, 5));
            match (expected, line) {
                (Ok(expected), Ok(line)) => assert_eq!(line, expected),
                (expected, line) => {
                    let (expected, refused) = (expected.unwrap_err(), line.unwrap_err());
                    assert_eq!(refused.code(), expected.code());
                    assert_eq!(refused.to_string(), expected.to_string());
                }
            }
        }
    }
    let line = metric::line_of_text("price", r#"{"value":187.50}"#, 0).unwrap();
    let expected =
        "{\"_metric\":\"price\",\"timestamp\":\"1970-01-01T00:00:00.000Z\",\"data\":{\"value\":187.50}}\n";
    assert_eq!(str::from_utf8(&line), Ok(expected));
    let refused = metric::line_of_text("m", "[]", 0).unwrap_err();
    assert_eq!(refused.to_string(), "the data of metric \"m\" must be a JSON object: it is an array");
}

/// [MET-12]
#[test]
fn a_metric_whose_text_makes_it_too_long_is_refused_with_its_size() {
    let line = |length: usize| metric::line_of_text("m", &format!("{{\"x\":\"{}\"}}", "x".repeat(length)), 0);
    let around = line(0).unwrap().len() - 1;
    assert!(line(metric::MAX_LINE - around).is_ok());
    let refused = line(metric::MAX_LINE - around + 1).unwrap_err();
    assert_eq!(refused.to_string(), "metric \"m\" is 65537 bytes as one line of JSON, more than 65536");
}

/// [LOG-1]
#[test]
fn a_log_line_is_the_same_from_a_value_and_from_its_text() {
    for text in &VALUES[..2] {
        let (value, level) = (value(text), Level::Warn);
        let expected = log::line_with(level, "m\n", &value, 5).unwrap();
        assert_eq!(log::line_of_text(level, "m\n", &value.to_string(), 5), expected);
    }
    let expected =
        "{\"level\":\"info\",\"timestamp\":\"1970-01-01T00:00:00.000Z\",\"message\":\"m\",\"data\":{}}\n";
    assert_eq!(log::line_of_text(Level::Info, "m", "{}", 0), expected);
}

/// [RES-1, RES-2]
#[test]
fn a_result_has_whatever_data_a_text_is() {
    for text in VALUES {
        for (status, name) in [(Status::Success, "success"), (Status::Error, "error")] {
            let document = result::document_of_text(status, "a \"b\"\n", text).unwrap();
            let expected =
                format!("{{\"status\":\"{name}\",\"message\":\"a \\\"b\\\"\\n\",\"data\":{text}}}");
            assert_eq!(document, expected);
        }
    }
}

/// [RES-1, RES-3]
#[test]
fn a_custom_result_is_the_text_of_an_object_itself() {
    assert_eq!(result::custom_of_text(r#"{"b":1,"a":2.0}"#.to_owned()).unwrap(), r#"{"b":1,"a":2.0}"#);
    let refused = ["[]", "null", "\"{}\"", "0", "false"]
        .map(|text| result::custom_of_text(text.to_owned()).unwrap_err());
    assert!(refused.iter().all(|refused| refused.code() == "result.invalid_data"));
    let messages = refused.map(|refused| refused.to_string());
    let kinds = ["an array", "null", "a string", "a number", "a boolean"];
    let reason = "the data of a result cannot be written: a result must be an object, got";
    assert_eq!(messages, kinds.map(|kind| format!("{reason} {kind}")));
}

/// [RES-16]
#[test]
fn a_result_of_1_mib_is_the_largest_in_every_form() {
    let with_data = |length: usize| result::document_of_text(Status::Error, "m", &"1".repeat(length));
    let custom = |length: usize| result::custom_of_text(format!("{{\"\":{}}}", "1".repeat(length)));
    let message = "the result is 1048577 bytes as JSON, more than 1048576";
    let around = with_data(0).unwrap().len();
    assert_eq!(with_data(1_048_576 - around).unwrap().len(), 1_048_576);
    assert_eq!(with_data(1_048_577 - around).unwrap_err().to_string(), message);
    assert_eq!(custom(1_048_571).unwrap().len(), 1_048_576);
    assert_eq!(custom(1_048_572).unwrap_err().to_string(), message);
}

/// [ST-5]
#[test]
fn a_state_value_of_1_mib_is_the_largest() {
    assert_eq!(state::document_of_text("k", "[1, 2]".to_owned()).unwrap(), "[1, 2]");
    let of_length = |length: usize| state::document_of_text("k\n", "1".repeat(length));
    assert_eq!(of_length(state::MAX_BYTES).unwrap().len(), 1_048_576);
    let refused = of_length(state::MAX_BYTES + 1).unwrap_err();
    assert_eq!(refused.code(), "state.value_too_large");
    let message = "the value of state key \"k\\n\" is 1048577 bytes as JSON, more than 1048576";
    assert_eq!(refused.to_string(), message);
}

/// [JSON-2, JSON-3]
#[test]
fn a_text_is_appended_with_only_the_escapes_that_json_requires() {
    let mut bytes = b"[".to_vec();
    json::append_quoted(&mut bytes, "é/\u{7f}\u{2028}\u{1F600}\"\\");
    assert_eq!(bytes, "[\"é/\u{7f}\u{2028}\u{1F600}\\\"\\\\\"".as_bytes());
    for control in '\0'..' ' {
        let mut bytes = Vec::new();
        json::append_quoted(&mut bytes, &control.to_string());
        assert!(bytes.starts_with(b"\"\\"), "{control:?}");
        assert_eq!(json::read(&bytes).unwrap(), Value::from(control.to_string()));
        assert_eq!(bytes, json::quote(&control.to_string()).as_bytes());
    }
}
