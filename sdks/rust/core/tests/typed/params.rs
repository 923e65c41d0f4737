//! Parameters of queries that are read as types of the bot.

use super::{Direction, Either, Exact, Flat, Leg, Map, Position};
use botyard_core::query::Request;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Debug;

fn request(params: Value) -> Request {
    let Value::Object(values) = params else { panic!("{params}") };
    Request::new("/q", values)
}

/// [Q-34, Q-52]
#[test]
fn parameters_are_read_as_one_object_from_json_and_from_texts() {
    let whole =
        Position { symbol: "5".to_owned(), stop: Some(10.0), legs: vec![Leg { price: 1.0, size: 2 }] };
    let texts = json!({ "symbol": "5", "stop": "1e1", "legs": "[{\"price\":1,\"size\":2.0}]" });
    assert_eq!(request(texts).params_as::<Position>().unwrap(), whole);
    let values = json!({ "symbol": "5", "stop": 10, "legs": [{ "price": 1, "size": 2 }] });
    assert_eq!(request(values).params_as::<Position>().unwrap(), whole);
    let none: Position = request(json!({ "symbol": "5", "stop": "null", "legs": "[]" })).params_as().unwrap();
    assert_eq!(none.stop, None);
    let flat: Flat = request(json!({ "name": "5", "price": "1.5", "size": "3.0" })).params_as().unwrap();
    assert_eq!((flat.name.as_str(), flat.leg), ("5", Leg { price: 1.5, size: 3 }));
    assert_eq!(request(json!({ "any": "3" })).params_as::<Map>().unwrap()["any"], "3");
}

/// [Q-52, JSON-20]
#[test]
fn a_parameter_that_does_not_fit_is_named_with_its_path_and_shown_as_it_was_passed() {
    fn refused<T: DeserializeOwned + Debug>(params: Value) -> String {
        let refused = request(params).params_as::<T>().unwrap_err();
        assert_eq!(refused.code(), "query.invalid_param");
        refused.to_string()
    }
    let byte = "an integer from 0 to 255";
    for (size, shown) in [("1.5", "\"1.5\""), (" 5", "\" 5\""), ("", "\"\""), ("\"5\"", "\"\\\"5\\\"\"")] {
        let message = format!("parameter \"size\" must be {byte}, got {shown}");
        assert_eq!(refused::<Leg>(json!({ "price": "1", "size": size })), message);
    }
    assert_eq!(refused::<Leg>(json!({})), "parameter \"price\" must be a number, got nothing");
    assert_eq!(refused::<Flat>(json!({ "name": "x" })), "parameter \"price\" must be a number, got nothing");
    let legs = json!({ "symbol": "x", "legs": "[{\"price\":1},{\"price\":\"1\"}]" });
    assert_eq!(refused::<Position>(legs), "parameter \"legs[1].price\" must be a number, got \"1\"");
    assert_eq!(refused::<Exact>(json!({ "most": 1, "x": 2 })), "parameter \"x\" must be absent, got 2");
    let words = "data did not match any variant of untagged enum Either";
    assert_eq!(
        refused::<Either>(json!({ "a": 1 })),
        format!("parameter \"\" must be valid ({words}), got {{\"a\":1}}")
    );
}

/// [Q-37]
#[test]
fn a_single_parameter_is_read_as_a_type_from_its_value_or_its_text() {
    let request =
        request(json!({ "n": "3.0", "words": "[\"a\"]", "a b": 1.5, "way": "\"up\"", "null": null }));
    assert_eq!(request.get_as::<u8>("n").unwrap(), Some(3));
    assert_eq!(request.get_as::<String>("n").unwrap(), Some("3.0".to_owned()));
    assert_eq!(request.get_as::<Vec<String>>("words").unwrap(), Some(vec!["a".to_owned()]));
    assert_eq!(request.get_as::<u8>("null").unwrap(), None);
    let refused = |refused: Option<botyard_core::Error>| refused.unwrap().to_string();
    let message = "parameter \"words[0]\" must be an integer from 0 to 255, got \"a\"";
    assert_eq!(refused(request.get_as::<Vec<u8>>("words").err()), message);
    assert_eq!(refused(request.get_as::<i64>("a b").err()), "parameter \"a b\" must be an integer, got 1.5");
    // The JSON text of a text is no other value.
    let message = r#"parameter "way" must be one of "up", "down", got "\"up\"""#;
    assert_eq!(refused(request.get_as::<Direction>("way").err()), message);
}
