//! Tagged, untagged and flattened types, whose members serde copies before it reads them.

use super::*;

/// [JSON-20]: serde reads the members of such types from a buffer, where it knows no path.
#[test]
fn the_path_leads_into_tagged_and_flattened_types() {
    fn refused<T: DeserializeOwned + Debug>(document: &str, reason: &str) {
        assert_eq!(read::<Vec<T>>(&format!("[{document}]")).unwrap_err(), reason, "{document}");
    }
    let order = |members: &str| format!("{{\"type\":\"limit\",{members}}}");
    refused::<Order>(
        &order(r#""note":"x","price":"x","legs":[]"#),
        "[0].price must be a number, got a string",
    );
    refused::<Order>(
        &order(r#""note":"x","price":1,"legs":[{"price":1},{"price":1,"size":3.5}]"#),
        "[0].legs[1].size must be an integer from 0 to 255, got a number",
    );
    refused::<Order>(
        &order(r#""note":"x","price":1,"legs":[{"price":1},{"size":3.0}]"#),
        "[0].legs[1].price is missing",
    );
    refused::<Order>(&order(r#""note":"x","legs":[{"price":1}]"#), "[0].price is missing");
    refused::<Order>(
        &order(r#""note":"x","price":{},"legs":[]"#),
        "[0].price must be a number, got an object",
    );
    refused::<Order>(
        &order(r#""note":"x","price":1,"legs":[],"most":300"#),
        "[0].most must be an integer from 0 to 255, got a number",
    );
    refused::<Order>(r#"{"type":"limt"}"#, "[0].type must be one of \"market\", \"limit\", got a string");
    refused::<Order>(r#"{"type":0}"#, "[0].type must be a string, got a number");
    refused::<Order>(r#"{"note":"x"}"#, "[0].type is missing");
    refused::<Flat>(r#"{"name":"x","price":"x"}"#, "[0].price must be a number, got a string");
    refused::<Flat>(r#"{"name":"x"}"#, "[0].price is missing");
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "kind")]
enum Kind {
    A { v: f32 },
    B { v: f64 },
    Some { v: Option<f32> },
    Many { all: Vec<(String, f32, f64)> },
    Map { of: HashMap<String, f32> },
    Keys { of: HashMap<u8, u8> },
    Ways { of: HashMap<Direction, u8> },
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Number {
    Integer(i64),
    Single(f32),
    Text(String),
}

#[derive(Debug, PartialEq, Deserialize)]
struct Single {
    v: f32,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Flattened {
    #[serde(flatten)]
    single: Single,
    #[serde(flatten)]
    more: HashMap<String, Value>,
}

/// [JSON-19]: serde reads the members of such types from a buffer, where an `f32` takes every number.
#[test]
fn a_number_in_a_tagged_untagged_or_flattened_type_is_not_rounded_either() {
    fn refused<T: DeserializeOwned + Debug>(document: &str, path: &str, name: &str) {
        let reason = format!("{path} must be a number that {name} holds, got a number");
        assert_eq!(read::<T>(document).unwrap_err(), reason, "{document}");
    }
    for number in ["1e39", "-1e39", "16777217", "1e-50", "0.123456789", "9007199254740993"] {
        refused::<Kind>(&format!(r#"{{"kind":"A","v":{number}}}"#), "v", "f32");
        refused::<Kind>(&format!(r#"{{"v":{number},"kind":"Some"}}"#), "v", "f32");
        refused::<Vec<Flattened>>(&format!(r#"[{{"v":1}},{{"v":{number}}}]"#), "[1].v", "f32");
    }
    for number in ["1e39", "0.123456789"] {
        refused::<Vec<Number>>(&format!(r#"["1e39",16777217,{number}]"#), "[2]", "f32");
    }
    refused::<Kind>(r#"{"kind":"B","v":9007199254740993}"#, "v", "f64");
    refused::<Kind>(r#"{"kind":"Many","all":[["x",1.5,1e39],["x",1e39,1]]}"#, "all[1][1]", "f32");
    let rows = |last: &str| format!(r#"[{}["x",{last},1e39]]"#, r#"["x",0.5,0.123456789],"#.repeat(100));
    refused::<Kind>(&format!(r#"{{"all":{},"kind":"Many"}}"#, rows("1e39")), "all[100][1]", "f32");
    let mut of: Map = (0..200).map(|n| (format!("s{n}"), json!(0.5))).collect();
    of.insert("t".to_owned(), json!(1e39));
    refused::<Kind>(&json!({ "kind": "Map", "of": of }).to_string(), "of.t", "f32");
}

#[test]
fn a_number_in_a_tagged_untagged_or_flattened_type_that_its_type_holds_is_read() {
    fn fits<T: DeserializeOwned + Debug + PartialEq>(document: &str, expected: T) {
        assert_eq!(read(document), Ok(expected), "{document}");
    }
    fits(r#"{"kind":"A","v":0.1}"#, Kind::A { v: 0.1 });
    fits(r#"{"kind":"A","v":16777216}"#, Kind::A { v: 16_777_216.0 });
    fits(r#"{"kind":"B","v":0.123456789}"#, Kind::B { v: 0.123_456_789 });
    fits(r#"{"kind":"B","v":1e39}"#, Kind::B { v: 1e39 });
    fits(r#"{"kind":"Some","v":null}"#, Kind::Some { v: None });
    fits(
        r#"[16777217,0.5,"1e39",9007199254740993]"#,
        vec![
            Number::Integer(16_777_217),
            Number::Single(0.5),
            Number::Text("1e39".to_owned()),
            Number::Integer(9_007_199_254_740_993),
        ],
    );
    let more = HashMap::from([("n".to_owned(), json!(16_777_217)), ("d".to_owned(), json!(0.123_456_789))]);
    fits(r#"{"v":0.1,"n":16777217,"d":0.123456789}"#, Flattened { single: Single { v: 0.1 }, more });
}

/// serde buffers keys as texts.
#[test]
fn a_key_of_a_map_in_a_tagged_type_that_does_not_fit_is_refused_with_the_path_of_the_map() {
    let keys = "in a tagged, untagged or flattened type, keys of maps can only be texts: use String";
    assert_eq!(
        read::<Vec<Kind>>(r#"[{"kind":"Keys","of":{"1":1}}]"#).unwrap_err(),
        format!("[0].of does not fit: {keys}")
    );
    assert_eq!(
        read::<Vec<Kind>>(r#"[{"kind":"Ways","of":{"up":1,"Up":1}}]"#).unwrap_err(),
        r#"[0].of does not fit: a key must be one of "up", "down""#
    );
    assert_eq!(
        read::<Kind>(r#"{"kind":"Ways","of":{"up":1}}"#).unwrap(),
        Kind::Ways { of: HashMap::from([(Direction::Up, 1)]) }
    );
}
