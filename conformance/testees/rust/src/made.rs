//! Arguments of ops: JSON values, and values that JSON cannot represent.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::time::Duration;

pub enum Made {
    Json(Value),
    List(Vec<Made>),
    Object(Vec<(String, Made)>),
    Float(f64),
    Deep { depth: u64, is_object: bool },
    TupleKey,
    NullKey,
    FailingHook,
}

impl Made {
    pub fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }

    pub fn text(&self) -> String {
        self.value().as_str().unwrap_or_else(|| panic!("not a text")).to_owned()
    }

    /// A time in seconds.
    pub fn duration(&self) -> Duration {
        let seconds = if let Self::Float(number) = self { *number } else { self.value().as_f64().unwrap() };
        Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
    }

    /// Replaces `{$make: …}`, `{$var: …}` and `{$literal: …}` in an argument.
    pub fn from(given: &Value, kept: &Map<String, Value>) -> Self {
        match given {
            Value::Array(items) => Self::List(items.iter().map(|item| Self::from(item, kept)).collect()),
            Value::Object(object) => match object.iter().next().filter(|_| object.len() == 1) {
                Some((key, inner)) if key == "$literal" => Self::Json(inner.clone()),
                Some((key, inner)) if key == "$var" => Self::Json(kept[inner.as_str().unwrap()].clone()),
                Some((key, Value::String(kind))) if key == "$make" => Self::make(kind, &Value::Null),
                Some((key, Value::Array(kind))) if key == "$make" => {
                    Self::make(kind[0].as_str().unwrap(), &kind[1])
                }
                _ => Self::Object(
                    object.iter().map(|(key, item)| (key.clone(), Self::from(item, kept))).collect(),
                ),
            },
            plain => Self::Json(plain.clone()),
        }
    }

    fn make(kind: &str, size: &Value) -> Self {
        let size = size.as_u64().unwrap_or(0);
        match kind {
            "nan" => Self::Float(f64::NAN),
            "infinity" => Self::Float(f64::INFINITY),
            "-infinity" => Self::Float(f64::NEG_INFINITY),
            "negative-zero" => Self::Float(-0.0),
            "deep" => Self::Deep { depth: size, is_object: false },
            "deep-object" => Self::Deep { depth: size, is_object: true },
            "long" => Self::Json("x".repeat(size.try_into().unwrap()).into()),
            "non-string-key" => Self::TupleKey,
            "null-key" => Self::NullKey,
            "hooked" => Self::Object(vec![("hooked".to_owned(), Self::Json(true.into()))]),
            "failing-hook" => Self::FailingHook,
            _ => panic!("the adapter cannot make {kind}"),
        }
    }
}

impl Serialize for Made {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Json(value) => value.serialize(serializer),
            Self::List(items) => serializer.collect_seq(items),
            Self::Object(entries) => serializer.collect_map(entries.iter().map(|(key, item)| (key, item))),
            Self::Float(number) => serializer.serialize_f64(*number),
            Self::Deep { depth, is_object } => {
                let inner = (*depth > 1).then(|| Self::Deep { depth: depth - 1, is_object: *is_object });
                match is_object {
                    true => serializer.collect_map(inner.map(|inner| ("a", inner))),
                    false => serializer.collect_seq(inner),
                }
            }
            Self::TupleKey => serializer.collect_map([(("a", "b"), 1)]),
            Self::NullKey => serializer.collect_map([(None::<u8>, 1)]),
            Self::FailingHook => Err(S::Error::custom("the hook fails")),
        }
    }
}
