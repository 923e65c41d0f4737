//! Values that are read as types of the bot.

mod params;
mod tagged;

use botyard_core::input::parse_as;
use botyard_core::{json, state};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::num::NonZeroU8;

type Map = BTreeMap<String, Value>;

#[derive(Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Up,
    Down,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Leg {
    price: f64,
    #[serde(default)]
    size: u8,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Position {
    symbol: String,
    stop: Option<f32>,
    legs: Vec<Leg>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Order {
    Market,
    Limit { note: String, price: f64, legs: Vec<Leg>, most: Option<u8> },
}

#[derive(Debug, PartialEq, Deserialize)]
struct Flat {
    name: String,
    #[serde(flatten)]
    leg: Leg,
    #[serde(flatten)]
    more: BTreeMap<String, Value>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Either {
    Count(u8),
    Leg(Leg),
}

#[derive(Debug, PartialEq, Deserialize)]
enum Action {
    Hold,
    Sell(u8),
    Move { by: i8 },
    Both(u8, u8),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exact {
    most: i64,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Chain {
    next: Option<Box<Chain>>,
}

/// A type with words of its own, which quote the value.
#[derive(Debug, PartialEq)]
struct Even(u64);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.parse() {
            Ok(number) if number % 2 == 0 => Ok(Self(number)),
            _ => Err(D::Error::custom(format!("{text:?} is not even"))),
        }
    }
}

fn value(document: &str) -> Value {
    json::read(document.as_bytes()).unwrap()
}

fn read<T: DeserializeOwned + Debug>(document: &str) -> Result<T, String> {
    let prefix = "the value of state key \"k\" is of another type: ";
    state::value_as("k", &value(document))
        .map_err(|error| error.to_string().strip_prefix(prefix).unwrap().to_owned())
}

/// [JSON-19]
#[test]
fn a_value_that_fits_is_read_whole_at_every_depth() {
    fn fits<T: DeserializeOwned + Debug + PartialEq>(document: &str, expected: T) {
        assert_eq!(read(document), Ok(expected), "{document}");
    }
    let leg = |price, size| Leg { price, size };
    fits("3.0", 3_u8);
    fits("5e3", 5000_i64);
    fits("9007199254740993", 9_007_199_254_740_993_i64);
    fits("18446744073709551615", u64::MAX);
    fits("-9223372036854775808", i64::MIN);
    fits("9007199254740991.0", 9_007_199_254_740_991_u64);
    fits("-9007199254740991e0", -9_007_199_254_740_991_i64);
    fits("0.0", 0_usize);
    fits("5", 5.0_f64);
    fits("0.1", 0.1_f32);
    fits("[1,2.0]", (1_u8, 2_i128));
    fits("null", ());
    fits("null", None::<u8>);
    fits("\"x\"", 'x');
    fits("\"up\"", Direction::Up);
    fits("{\"5\":1.0,\"6\":2}", HashMap::from([(5_u8, 1_u8), (6, 2)]));
    fits("{\"true\":1}", HashMap::from([(true, 1)]));
    fits("{\"a\":3.0,\"b\":[1e2]}", value("{\"a\":3.0,\"b\":[1e2]}"));
    fits(
        r#"{"symbol":"x","legs":[{"price":1,"size":3.0},{"price":2.5}],"more":1}"#,
        Position { symbol: "x".to_owned(), stop: None, legs: vec![leg(1.0, 3), leg(2.5, 0)] },
    );
    fits(r#"{"type":"market"}"#, Order::Market);
    fits(
        r#"{"type":"limit","note":"n","price":2,"legs":[{"price":1,"size":3.0}],"most":5e0}"#,
        Order::Limit { note: "n".to_owned(), price: 2.0, legs: vec![leg(1.0, 3)], most: Some(5) },
    );
    fits(
        r#"{"name":"n","price":1,"size":3.0,"other":true}"#,
        Flat { name: "n".to_owned(), leg: leg(1.0, 3), more: [("other".to_owned(), true.into())].into() },
    );
    fits("3.0", Either::Count(3));
    fits("\"Hold\"", Action::Hold);
    fits("{\"Sell\":3.0}", Action::Sell(3));
    fits("{\"Move\":{\"by\":-1}}", Action::Move { by: -1 });
    fits("{\"Both\":[1,2]}", Action::Both(1, 2));
}

/// [JSON-19, JSON-20]
#[test]
fn a_value_that_does_not_fit_is_refused_with_the_path_of_its_first_part_that_does_not() {
    fn refused<T: DeserializeOwned + Debug>(document: &str, reason: &str) {
        assert_eq!(read::<T>(document).unwrap_err(), reason, "{document}");
    }
    refused::<u8>("256", "it must be an integer from 0 to 255, got a number");
    refused::<u8>("1.7", "it must be an integer from 0 to 255, got a number");
    // The parser has made a double of these, as of the integer beside them.
    refused::<i64>("9007199254740993.0", "it must be an integer, got a number");
    refused::<i64>("-9007199254740993.0", "it must be an integer, got a number");
    refused::<u64>(
        "9223372036854775807.0",
        "it must be an integer from 0 to 18446744073709551615, got a number",
    );
    refused::<i128>("1e19", "it must be an integer, got a number");
    refused::<i16>("\"5\"", "it must be an integer from -32768 to 32767, got a string");
    refused::<i64>("9223372036854775808", "it must be an integer, got a number");
    // Both become the double of the bound.
    refused::<i64>("-9223372036854775809", "it must be an integer, got a number");
    refused::<u64>(
        "18446744073709551616",
        "it must be an integer from 0 to 18446744073709551615, got a number",
    );
    refused::<NonZeroU8>("0", "it must be an integer from 1 to 255, got a number");
    refused::<f64>("9007199254740993", "it must be a number that f64 holds, got a number");
    refused::<f32>("0.123456789", "it must be a number that f32 holds, got a number");
    refused::<f32>("9007199254740993", "it must be a number that f32 holds, got a number");
    refused::<f64>("true", "it must be a number, got a boolean");
    refused::<bool>("1", "it must be true or false, got a number");
    refused::<String>("null", "it must be a string, got null");
    refused::<char>("\"xy\"", "it must be a string of one character, got a string");
    refused::<()>("0", "it must be null, got a number");
    refused::<Direction>("\"UP\"", "it must be one of \"up\", \"down\", got a string");
    refused::<Direction>("0", "it must be one of \"up\", \"down\", got a number");
    refused::<(u8, u8)>("[1]", "it must be an array of 2, got an array");
    refused::<[u8; 2]>("[1,2,3]", "it must be an array of 2, got an array");
    refused::<HashMap<u8, u8>>("{\"x\":1}", "it does not fit: a key must be an integer from 0 to 255");
    refused::<Vec<Leg>>("[[1,2]]", "[0] must be an object, got an array");
    refused::<Vec<Leg>>(r#"[{"price":1},{"size":1}]"#, "[1].price is missing");
    refused::<Vec<Leg>>(r#"[{"Price":1}]"#, "[0].price is missing");
    refused::<Vec<Leg>>(
        r#"[{"price":1,"size":null}]"#,
        "[0].size must be an integer from 0 to 255, got null",
    );
    refused::<Position>(r#"{"symbol":"x","legs":{}}"#, "legs must be an array, got an object");
    refused::<Position>(
        r#"{"symbol":"x","legs":[{"price":"1"}]}"#,
        "legs[0].price must be a number, got a string",
    );
    refused::<HashMap<String, u8>>(
        "{\"a b\":\"x\"}",
        "[\"a b\"] must be an integer from 0 to 255, got a string",
    );
    refused::<Exact>("{\"most\":1,\"mots\":2}", "mots is unknown");
    refused::<Action>("\"Sell\"", "it must be an object with the key \"Sell\", got a string");
    refused::<Action>("{\"Sell\":\"x\"}", "Sell must be an integer from 0 to 255, got a string");
    refused::<Action>("{\"Both\":[1]}", "Both must be an array of 2, got an array");
    refused::<Action>("{\"Hold\":1}", "Hold must be null, got a number");
    refused::<Action>("{}", "it must be one of \"Hold\", \"Sell\", \"Move\", \"Both\", got an object");
    refused::<Either>("\"x\"", "it does not fit: data did not match any variant of untagged enum Either");
    refused::<Even>("\"3\"", "it does not fit: \"3\" is not even");
}

/// Of `serde_json`'s feature `raw_value`, which a bot may turn on.
#[test]
fn a_part_that_stays_json_text_is_read_and_written() {
    let read: Vec<Box<RawValue>> = state::value_as("k", &json!([{ "a": 1.5 }, "x"])).unwrap();
    assert_eq!([read[0].get(), read[1].get()], [r#"{"a":1.5}"#, "\"x\""]);
    let spaced = RawValue::from_string("{ \"a\":\n[ 1 ] }".to_owned()).unwrap();
    assert_eq!(state::document("k", &[spaced]).unwrap(), r#"[{"a":[1]}]"#);
}

/// [JSON-13]
#[test]
fn a_value_that_is_nested_too_deeply_is_refused() {
    let mut deep = Value::Null;
    for _ in 0..1000 {
        deep = json!({ "next": deep });
    }
    let refused = state::value_as::<Chain>("k", &deep).unwrap_err();
    assert!(refused.to_string().ends_with("does not fit: it is nested too deeply"), "{refused}");
}

/// [JSON-20]: the words of serde are the source.
#[test]
fn what_serde_says_is_the_cause() {
    let refused = state::value_as::<Position>("k", &json!({ "symbol": 5 })).unwrap_err();
    let cause = std::error::Error::source(&refused).unwrap();
    assert_eq!(cause.to_string(), "invalid type: integer `5`, expected a string");
}

/// [IN-5, IN-6]
#[test]
fn an_error_about_a_config_quotes_none_of_its_values() {
    fn refused<T: DeserializeOwned>(config: &str) -> String {
        let refused = parse_as::<T>(Some("bot-1"), Some(config)).err().unwrap();
        assert_eq!(refused.code(), "input.wrong_type");
        assert!(!format!("{refused:?}").contains("hunter2"), "{refused:?}");
        assert!(std::error::Error::source(&refused).is_none());
        refused.to_string().strip_prefix("the config does not fit its type: ").unwrap().to_owned()
    }
    let words = "even does not fit";
    assert_eq!(refused::<HashMap<String, Even>>(r#"{"even":"hunter2"}"#), words);
    assert_eq!(refused::<HashMap<String, Even>>(r#"{"even":"HUNTER2"}"#), words);
    assert_eq!(refused::<HashMap<String, Even>>("{\"even\":\"hunter2 \\u0001\\\"q\"}"), words);
    assert_eq!(refused::<HashMap<String, Even>>(r#"{"n":"7"}"#), "n does not fit: \"7\" is not even");
    assert_eq!(
        refused::<HashMap<String, Direction>>(r#"{"way":"hunter2"}"#),
        "way must be one of \"up\", \"down\", got a string"
    );
    let input = parse_as::<Position>(Some("bot-1"), Some(r#"{"symbol":"x","legs":[]}"#)).unwrap();
    assert_eq!((input.bot_id.as_str(), input.config.symbol.as_str()), ("bot-1", "x"));
    assert_eq!(
        parse_as::<Position>(Some("bot-1"), Some("[]")).unwrap_err().code(),
        "input.config_not_object"
    );
}
