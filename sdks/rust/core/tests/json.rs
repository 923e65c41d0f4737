//! The rules for reading and writing JSON.

use botyard_core::json::{MAX_DEPTH, read, write};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[test]
fn reads_what_the_contract_accepts() {
    for text in ["null", " [1,2] ", "{\"a\":{}}", "5e-324", "1e-1000000000", "0e1000000000"] {
        assert!(read(text.as_bytes()).is_ok(), "{text}");
    }
}

#[test]
fn refuses_what_the_contract_refuses() {
    let refused = [
        "",
        "NaN",
        "Infinity",
        "[1,]",
        "{\"a\":1,}",
        "1 2",
        "[",
        "// a\n1",
        "\u{feff}1",
        "\"\n\"",
        "1e400",
        "01",
        r#""\ud800""#,
    ];
    for text in refused {
        assert!(read(text.as_bytes()).is_err(), "{text}");
    }
    assert!(read(b"\"\xff\"").is_err());
}

#[test]
fn the_last_of_duplicate_keys_counts() {
    assert_eq!(read(br#"{"a":1,"a":2}"#).unwrap(), json!({ "a": 2 }));
}

#[test]
fn names_the_place_of_a_number_beyond_a_double() {
    let error = read(br#"{"a":"-1e999","b":1e400}"#).unwrap_err().to_string();
    assert_eq!(error, "number out of range at line 1 column 19");
}

fn nested(depth: usize) -> Value {
    (1..depth).fold(json!([]), |inner, _| Value::Array(vec![inner]))
}

/// [JSON-12]
#[test]
fn reads_and_writes_what_is_64_deep() {
    let text = "[".repeat(64) + &"]".repeat(64);
    assert_eq!(read(text.as_bytes()).unwrap(), nested(64));
    assert_eq!(write(&nested(64)).unwrap(), text);
    let objects = "{\"a\":".repeat(63) + "{}" + &"}".repeat(63);
    assert_eq!(write(&read(objects.as_bytes()).unwrap()).unwrap(), objects);
}

/// [JSON-13]
#[test]
fn refuses_what_is_deeper_than_it_can_read_or_write() {
    let refused = write(&nested(MAX_DEPTH + 1)).unwrap_err().to_string();
    assert_eq!(refused, format!("it is nested deeper than {MAX_DEPTH}"));
    for start in ["[", "{\"a\":"] {
        assert!(read(start.repeat(1_000_000).as_bytes()).is_err());
    }
}

/// [JSON-17]
#[test]
fn an_exponent_of_any_size_is_no_work() {
    for (text, value) in
        [("1e-999999999999999999999", 0.0), ("0e999999999999999999999", 0.0), ("-5E+0000000", -5.0)]
    {
        assert_eq!(read(text.as_bytes()).unwrap().as_f64(), Some(value), "{text}");
    }
    for text in ["1e999999999999999999999", "[-1E+400]", "{\"a\":0.00001e314}"] {
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("number out of range at line 1 column "), "{text}: {error}");
    }
    let digits = "9".repeat(100_000);
    assert_eq!(read(format!("{digits}e-99999").as_bytes()).unwrap().as_f64(), Some(10.0));
    assert!(read(digits.as_bytes()).is_err());
}

#[test]
fn non_finite_numbers_are_null_and_texts_are_escaped_no_further_than_needed() {
    assert_eq!(write(&[f64::NAN, f64::INFINITY, 0.1]).unwrap(), "[null,null,0.1]");
    assert_eq!(write("é\u{2028}\"\n").unwrap(), "\"é\u{2028}\\\"\\n\"");
}

/// [JSON-18]: the compiler knows the types, so what their codec writes counts.
#[test]
fn bytes_are_numbers_and_integer_keys_are_text() {
    assert_eq!(write(b"\x00\xff".as_slice()).unwrap(), "[0,255]");
    assert_eq!(write(&BTreeMap::from([(-2, None), (10, Some("a"))])).unwrap(), r#"{"-2":null,"10":"a"}"#);
}
