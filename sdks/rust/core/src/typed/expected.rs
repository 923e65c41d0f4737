//! What a type expects, in the contract's words instead of serde's.

use crate::json;
use serde::de::Expected;

/// The contract's words for those of serde; `None` for the words of a type of the bot.
pub(super) fn contract_words(serde: &str) -> Option<String> {
    let words = match serde {
        "a boolean" => "true or false",
        "f32" | "f64" => "a number",
        "a string" | "a borrowed string" | "variant identifier" => "a string",
        "a character" => "a string of one character",
        "a sequence" => "an array",
        "a map" => "an object",
        "string or map" => "a string or an object",
        "unit" => "null",
        _ if serde.starts_with("unit struct ") => "null",
        _ => return integer(serde).or_else(|| sized(serde)).or_else(|| named(serde)),
    };
    Some(words.to_owned())
}

/// The contract's words for what a visitor expects, or its own.
pub(super) fn words_of(visitor: &dyn Expected) -> String {
    let serde = visitor.to_string();
    contract_words(&serde).unwrap_or(serde)
}

fn integer(serde: &str) -> Option<String> {
    let (name, is_nonzero) = serde.strip_prefix("a nonzero ").map_or((serde, false), |name| (name, true));
    let (least, most) = match name {
        "i8" => (i8::MIN.to_string(), i8::MAX.to_string()),
        "i16" => (i16::MIN.to_string(), i16::MAX.to_string()),
        "i32" => (i32::MIN.to_string(), i32::MAX.to_string()),
        "u8" => ("0".to_owned(), u8::MAX.to_string()),
        "u16" => ("0".to_owned(), u16::MAX.to_string()),
        "u32" => ("0".to_owned(), u32::MAX.to_string()),
        "u64" | "usize" => ("0".to_owned(), u64::MAX.to_string()),
        "i64" | "isize" | "i128" | "u128" if !is_nonzero => return Some("an integer".to_owned()),
        _ => return None,
    };
    Some(match (is_nonzero, least.as_str()) {
        (true, "0") => format!("an integer from 1 to {most}"),
        (true, _) => format!("an integer from {least} to {most} other than 0"),
        _ => format!("an integer from {least} to {most}"),
    })
}

/// `a tuple of size 2`, `an array of length 2`, `tuple struct Pair with 2 elements`
fn sized(serde: &str) -> Option<String> {
    let size = serde
        .strip_prefix("a tuple of size ")
        .or_else(|| serde.strip_prefix("an array of length "))
        .or_else(|| serde.strip_prefix("tuple ")?.strip_suffix(" elements")?.rsplit(' ').next())?;
    size.parse::<usize>().is_ok().then(|| array_of(size))
}

pub(super) fn array_of(size: impl std::fmt::Display) -> String {
    format!("an array of {size}")
}

fn named(serde: &str) -> Option<String> {
    let begins = |with: &[&str]| with.iter().any(|with| serde.starts_with(with));
    if begins(&["struct ", "internally tagged enum ", "adjacently tagged enum "]) {
        return Some("an object".to_owned());
    }
    begins(&["tuple struct ", "tuple variant "]).then(|| "an array".to_owned())
}

/// `one of "up", "down"`
pub(super) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| json::quote(word)).collect();
    format!("one of {}", quoted.join(", "))
}
