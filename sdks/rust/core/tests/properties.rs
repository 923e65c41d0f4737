//! What holds for every value, key and parameter.

use botyard_core::query::{HttpQuery, Request, answer_http, decode, handler};
use botyard_core::{json, log, metric, state};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Map, Value};
use std::fmt::Write as _;

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            btree_map(any::<String>(), inner, 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn percent_encoded(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        _ = write!(text, "%{byte:02X}");
        text
    })
}

/// The parameters that a handler receives of a query string.
fn params_of(query: &str) -> Value {
    let query = HttpQuery { method: "GET", path: "/echo", query, body: Some(b"") };
    serde_json::from_str(
        answer_http(|_| Ok(handler(|request| request.values().clone())), &query, || None).message(),
    )
    .unwrap()
}

proptest! {
    #[test]
    fn every_value_is_read_as_it_was_written(value in any_value()) {
        let text = json::write(&value).unwrap();
        prop_assert_eq!(json::read(text.as_bytes()).unwrap(), value);
        prop_assert!(!text.contains(['\n', '\r']));
    }

    #[test]
    fn every_metric_and_log_line_is_one_line_of_json(text in "\\PC*", data in btree_map(any::<String>(), any_value(), 0..3)) {
        let kind = format!("m{text}");
        let metric = String::from_utf8(metric::line(&kind, &data, 0).unwrap()).unwrap();
        let log = log::line_with(log::Level::Info, &kind, &data, 0).unwrap();
        for line in [metric, log] {
            prop_assert_eq!(line.find('\n'), Some(line.len() - 1));
            let read = json::read(line.as_bytes()).unwrap();
            prop_assert_eq!(&read["data"], &serde_json::to_value(&data).unwrap());
        }
    }

    #[test]
    fn every_key_that_is_accepted_has_one_file_name(key in any::<String>()) {
        match state::encode_key(&key) {
            Ok(encoded) => {
                prop_assert!(encoded.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'%')));
                prop_assert_eq!(state::key_of_file(&format!("{encoded}.json")), Some(key));
            }
            Err(error) => {
                prop_assert_eq!(error.code(), "state.invalid_key");
                prop_assert!(key.is_empty() || key.len() > state::MAX_KEY / 3);
            }
        }
    }

    #[test]
    fn every_file_name_of_a_key_is_the_one_that_its_key_has(name in "([a-z0-9_.-]|%[0-9a-fA-F]{2}){0,12}(\\.json)?") {
        if let Some(key) = state::key_of_file(&name) {
            prop_assert_eq!(format!("{}.json", state::encode_key(&key).unwrap()), name);
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_become_u_fffd(bytes in vec(any::<u8>(), 0..40)) {
        prop_assert_eq!(decode(percent_encoded(&bytes).as_bytes()), String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_percent_sign_without_two_hex_digits_stays(text in "(%?[0-9a-f]?[g-z+ é])*%?") {
        prop_assert_eq!(decode(text.as_bytes()), text);
    }

    #[test]
    fn every_parameter_comes_through_a_query_string(params in btree_map(any::<String>(), any::<String>(), 0..5)) {
        let encoded = |text: &String| percent_encoded(text.as_bytes());
        let pairs: Vec<_> = params.iter().map(|(key, value)| format!("{}={}", encoded(key), encoded(value))).collect();
        prop_assert_eq!(params_of(&pairs.join("&")), serde_json::to_value(&params).unwrap());
    }

    #[test]
    fn an_integer_is_read_from_its_value_and_from_its_text(number in any::<i64>()) {
        for value in [Value::from(number), Value::from(number.to_string())] {
            let request = Request::new("/", Map::from_iter([("n".to_owned(), value)]));
            prop_assert_eq!(request.get_integer("n").unwrap(), Some(number));
            prop_assert_eq!(request.get_as::<i64>("n").unwrap(), Some(number));
            prop_assert_eq!(request.get("n"), Some(number.to_string()));
        }
    }
}
