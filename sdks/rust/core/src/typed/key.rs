use super::Misfit;
use super::expected::words_of;
use super::variant::Variant;
use crate::json;
use serde::de::{Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

/// The key of a member. That of a map may be a number or a boolean as text, as `serde_json` writes it.
pub(super) struct Key<'de>(pub(super) &'de str);

impl Key<'_> {
    fn spelled<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match json::spelled(self.0) {
            Some(Value::Bool(value)) => visitor.visit_bool(value),
            Some(Value::Number(number)) => number.deserialize_any(visitor).map_err(Misfit::custom),
            _ => Err(Misfit::custom(format!("a key must be {}", words_of(&visitor)))),
        }
    }
}

macro_rules! spelled {
    ($($method:ident)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            self.spelled(visitor)
        }
    )* };
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_borrowed_str(self.0)
    }

    spelled! {
        deserialize_bool deserialize_f32 deserialize_f64
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_enum(Variant { name: self.0, content: None })
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
