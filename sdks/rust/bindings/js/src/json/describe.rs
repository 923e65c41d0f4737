use super::text_of;
use crate::{Class, Js, Kind};

/// A value as messages show it: its JSON text, cut, or its kind if it has no JSON form.
pub(crate) fn shown<J: Js>(value: &J) -> String {
    text_of(value).map_or_else(|_| kind_in_words(value).to_owned(), |text| botyard_core::cut(&text, 100))
}

/// The kind of a value in words: `an array`, `null`, `a function` …
pub(crate) fn kind_in_words<J: Js>(value: &J) -> &'static str {
    match value.kind() {
        Kind::Undefined => "undefined",
        Kind::Null => "null",
        Kind::Boolean(_) => "a boolean",
        Kind::Number(_) => "a number",
        Kind::Text(_) => "a string",
        Kind::BigInt(_) => "a bigint",
        Kind::Symbol => "a symbol",
        Kind::Function => "a function",
        Kind::Object if matches!(value.class(), Ok(Class::Array)) => "an array",
        Kind::Object => "an object",
    }
}
