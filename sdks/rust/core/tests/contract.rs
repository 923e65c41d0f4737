//! Lines, documents, keys and answers of the contract.

use botyard_core::query::{HttpQuery, Registry, Request, answer_http, handler};
use botyard_core::result::{Status, document};
use botyard_core::{Error, ErrorCode, cut, metric, state, timestamp};
use serde_json::json;

#[test]
fn timestamps_are_truncated_to_milliseconds_in_utc() {
    assert_eq!(timestamp(0), "1970-01-01T00:00:00.000Z");
    assert_eq!(timestamp(1_795_271_423_999), "2026-11-21T14:30:23.999Z");
    assert_eq!(timestamp(4_107_542_399_999), "2100-02-28T23:59:59.999Z");
    assert_eq!(timestamp(4_107_542_400_000), "2100-03-01T00:00:00.000Z");
}

#[test]
fn a_metric_of_65536_bytes_is_the_longest() {
    let line = |length: usize| metric::line("m", &json!({ "x": "x".repeat(length) }), 0);
    let around = line(0).unwrap().len() - 1;
    assert!(line(metric::MAX_LINE - around).is_ok());
    let error = line(metric::MAX_LINE - around + 1).unwrap_err();
    assert_eq!(error.code(), "metric.too_large");
    assert_eq!(error.to_string(), "metric \"m\" is 65537 bytes as one line of JSON, more than 65536");
}

#[test]
fn a_metric_has_a_name_and_an_object() {
    let code = |kind: &str, data: &serde_json::Value| metric::line(kind, data, 0).unwrap_err().code();
    assert_eq!(code("", &json!([])), "metric.invalid_type");
    assert_eq!(code("m", &json!([])), "metric.invalid_data");
}

#[test]
fn a_result_of_1_mib_is_the_largest() {
    let document = |length: usize| document(Status::Error, &"x".repeat(length));
    let around = document(0).unwrap().len();
    assert!(document(1_048_576 - around).is_ok());
    let error = document(1_048_577 - around).unwrap_err();
    assert_eq!(error.to_string(), "the result is 1048577 bytes as JSON, more than 1048576");
}

///
#[test]
fn the_body_wins_and_the_first_of_several_refusals_counts() {
    let ask = |method: &str, path: &str, body: Option<&[u8]>| {
        let find = |path: &str| match path {
            "/n" => Ok(handler(|request| request.get("n"))),
            _ => Err(vec!["/n".to_owned()]),
        };
        answer_http(find, &HttpQuery { method, path, query: "n=1&n=2", body }, || None).http()
    };
    assert_eq!(ask("GET", "/n", Some(b"")), (200, "\"2\"".to_owned()));
    assert_eq!(ask("POST", "/n", Some(b"{\"n\":3}")), (200, "\"3\"".to_owned()));
    assert_eq!(ask("PUT", "/none", None).0, 405);
    assert_eq!(ask("GET", "/none", None).0, 404);
    assert_eq!(ask("GET", "/n", None).0, 413);
    assert_eq!(ask("GET", "/n", Some(b"[]")).0, 400);
}

#[test]
fn every_key_has_one_file_name_and_no_other_name_is_a_key() {
    for key in ["a", "A b", "é/..", "%2e", "\0", ".json"] {
        let name = format!("{}.json", state::encode_key(key).unwrap());
        assert_eq!(state::key_of_file(&name).as_deref(), Some(key), "{name}");
    }
    for name in ["A.json", "%4A.json", "%61.json", ".json", "a", "%ff.json", ".tmp-a-0123456789abcdef"] {
        assert_eq!(state::key_of_file(name), None, "{name}");
    }
    assert_eq!(state::encode_key(&"é".repeat(34)).unwrap_err().code(), "state.invalid_key");
}

#[test]
fn integers_are_read_in_any_notation() {
    let values =
        json!({ "a": 5, "b": 5.0, "c": "5", "d": "5e0", "e": " 5", "f": 5.5, "g": "9223372036854775808" });
    let request = Request::new("/q", values.as_object().unwrap().clone());
    for key in ["a", "b", "c", "d"] {
        assert_eq!(request.get_integer(key).unwrap(), Some(5), "{key}");
    }
    for key in ["e", "f", "g"] {
        assert_eq!(request.get_integer(key).unwrap_err().code(), "query.invalid_param", "{key}");
    }
    assert_eq!(request.get_as::<u8>("c").unwrap(), Some(5));
    assert_eq!(request.get("b").as_deref(), Some("5.0"));
}

#[test]
fn a_bots_own_handler_replaces_a_built_in() {
    let mut registry = Registry::new();
    registry.register("/info", handler(|_| "mine")).unwrap();
    assert_eq!(registry.paths(), ["/health", "/info"]);
    let found = registry.find("/info").unwrap();
    assert_eq!(found(&Request::new("/info", serde_json::Map::new())).unwrap(), "\"mine\"");
    assert_eq!(registry.register("info", handler(|_| ())).unwrap_err().code(), "query.invalid_path");
}

#[test]
fn braces_in_a_value_are_left_alone() {
    let error =
        Error::new(ErrorCode::QueryInvalidParam, &[("key", "{value}"), ("expected", "{x}"), ("value", "1")]);
    assert_eq!(error.to_string(), "parameter {value} must be {x}, got 1");
    assert_eq!(cut("äöü", 2), "äö…");
}
