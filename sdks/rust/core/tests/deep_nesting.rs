//! What the platform's own programs read and write beyond the depth that every SDK supports. Run with
//! `cargo test -p botyard-core --features deep-nesting`.
#![cfg(feature = "deep-nesting")]

use botyard_core::json::{MAX_DEPTH, read, write};
use botyard_core::log::{Line, Stream, read_line};
use botyard_core::result::{Status, verdict};
use serde_json::{Value, json};

fn arrays(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

fn objects(depth: usize) -> String {
    "{\"a\":".repeat(depth - 1) + "{}" + &"}".repeat(depth - 1)
}

/// [JSON-12, JSON-13]
#[test]
fn what_is_512_deep_is_read_and_written() {
    assert_eq!(MAX_DEPTH, 512);
    for text in [arrays(512), objects(512)] {
        assert_eq!(write(&read(text.as_bytes()).unwrap()).unwrap(), text);
    }
}

/// [JSON-13]
#[test]
fn what_is_deeper_is_refused_with_its_place() {
    let place = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(place(&arrays(513)), "nested too deeply at line 1 column 513");
    assert_eq!(place(&format!("\n {}", objects(513))), "nested too deeply at line 2 column 2562");
    assert_eq!(place(&"[".repeat(10_000_000)), "nested too deeply at line 1 column 513");
    let value = (1..513).fold(json!([]), |inner, _| Value::Array(vec![inner]));
    assert_eq!(write(&value).unwrap_err().to_string(), "it is nested deeper than 512");
}

#[test]
fn only_brackets_that_are_open_count() {
    assert!(read(format!("[{}]", ["[{}]"; 1_000].join(",")).as_bytes()).is_ok());
    let brackets =
        format!(r#"["{}","\"{}","\\",{{"{}":0}}]"#, "[".repeat(600), "{".repeat(600), "[".repeat(600));
    assert_eq!(read(brackets.as_bytes()).unwrap()[2], "\\");
    let deep = format!(r#"["\\\"",{}]"#, arrays(512));
    assert!(read(deep.as_bytes()).unwrap_err().to_string().starts_with("nested too deeply"));
}

/// [JSON-6]
#[test]
fn all_else_is_refused_as_without_the_feature() {
    let truncated = "[".repeat(512);
    let texts =
        ["", "[1,]", "1 2", "[", "]]]]", "[}", "\"", "\"\\", "\"[", "[1e400]", r#""\ud800""#, &truncated];
    for text in texts {
        assert!(read(text.as_bytes()).is_err(), "{text}");
    }
    let error = read(br#"{"a":[[1e400]]}"#).unwrap_err().to_string();
    assert_eq!(error, "number out of range at line 1 column 8");
}

/// [LOG-6, MET-7]
#[test]
fn a_line_is_read_to_the_same_depth() {
    let metric = format!(r#"{{"_metric":"m","data":{}}}"#, objects(511));
    assert!(matches!(read_line(&metric, Stream::Stdout), Line::Metric { .. }));
    let text = objects(513);
    let Line::Log { message, fields, .. } = read_line(&text, Stream::Stdout) else { panic!("a metric") };
    assert_eq!((message, fields.len()), (text, 0));
}

/// [RES-14]
#[test]
fn a_result_is_judged_to_the_same_depth() {
    let result =
        |data: &str| verdict(Some(0), Some(format!(r#"{{"status":"error","data":{data}}}"#).as_bytes()));
    assert_eq!(result(&arrays(511)), Status::Error);
    assert_eq!(result(&arrays(512)), Status::Success);
}
