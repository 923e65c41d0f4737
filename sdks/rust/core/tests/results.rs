//! How a run is judged [RES-14].

use botyard_core::result::{Status, custom_document, document, document_with_data, verdict};
use serde_json::json;

const SUCCESS: &[u8] = br#"{"status":"success","message":"m"}"#;
const ERROR: &[u8] = br#"{"status":"error","message":"m"}"#;

#[test]
fn a_run_that_exits_with_0_succeeds_unless_its_result_says_error() {
    assert_eq!(verdict(Some(0), Some(SUCCESS)), Status::Success);
    assert_eq!(verdict(Some(0), Some(ERROR)), Status::Error);
    assert_eq!(
        verdict(Some(0), Some(b" {\"x\":1,\n\"status\":\"success\",\"status\":\"error\"} ")),
        Status::Error
    );
}

#[test]
fn a_run_judges_itself_with_what_the_result_functions_write() {
    let judged = |result: String| verdict(Some(0), Some(result.as_bytes()));
    assert_eq!(judged(document(Status::Success, "error").unwrap()), Status::Success);
    assert_eq!(judged(document_with_data(Status::Error, "m", &json!(null)).unwrap()), Status::Error);
    assert_eq!(judged(custom_document(&json!({ "status": "error" })).unwrap()), Status::Error);
    assert_eq!(judged(custom_document(&json!({ "error": "status" })).unwrap()), Status::Success);
}

#[test]
fn a_result_that_is_missing_invalid_or_no_object_is_not_an_error() {
    assert_eq!(verdict(Some(0), None), Status::Success);
    let results: [&[u8]; 8] = [
        b"",
        b"not json",
        b"null",
        b"\"error\"",
        br#"[{"status":"error"}]"#,
        br#"{"status":"error""#,
        br#"{"status":"error"} x"#,
        b"{\"status\":\"error\",\"message\":\"\xff\"}",
    ];
    for result in results {
        assert_eq!(verdict(Some(0), Some(result)), Status::Success, "{}", result.escape_ascii());
    }
}

#[test]
fn a_status_is_the_text_error_exactly() {
    for status in ["\"ERROR\"", "\"error \"", "null", "true", "[\"error\"]", "{\"status\":\"error\"}"] {
        let result = format!("{{\"status\":{status}}}");
        assert_eq!(verdict(Some(0), Some(result.as_bytes())), Status::Success, "{result}");
    }
    assert_eq!(verdict(Some(0), Some(br#"{"status":"\u0065rror"}"#)), Status::Error);
}

#[test]
fn a_run_that_exits_with_another_code_or_by_a_signal_is_an_error_whatever_it_reports() {
    for exit_code in [Some(1), Some(3), Some(255), Some(-1), None] {
        for result in [None, Some(SUCCESS), Some(ERROR)] {
            assert_eq!(verdict(exit_code, result), Status::Error, "{exit_code:?}");
        }
    }
}
