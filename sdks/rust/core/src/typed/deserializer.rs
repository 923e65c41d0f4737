//! serde's view of a JSON value. It differs from that of `serde_json` in what [JSON-19] asks for: an integer in any
//! notation is an integer, no number becomes another one, an array is not an object; and its errors know the path.

use super::expected::{array_of, one_of};
use super::members::{Items, Members};
use super::misfit::Step;
use super::reading::{At, Reading};
use super::rounded::{double, holds_f32, holds_f64};
use super::variant::Variant;
use super::{Misfit, PROBE};
use crate::json::{Integral, integral};
use serde::de::{Deserializer, Error as _, Unexpected, Visitor};
use serde_json::{Map, Number, Value};
use std::any::type_name;

/// As deep as documents can be that have been read.
const MAX_DEPTH: u32 = if cfg!(feature = "deep-nesting") { 512 } else { 128 };

/// A value that is read, or a part of it.
#[derive(Clone, Copy)]
pub(super) struct Part<'de> {
    value: &'de Value,
    pub(super) at: At<'de>,
}

impl<'de> Part<'de> {
    pub(super) fn of(value: &'de Value, reading: &'de Reading) -> Self {
        Self { value, at: At::root(reading) }
    }

    /// The part of this one at a step.
    pub(super) fn inner(self, value: &'de Value, is_at: impl Fn(&Step) -> bool) -> Self {
        Self { value, at: self.at.inner(is_at) }
    }

    fn refuse<T, V: Visitor<'de>>(self, visitor: &V) -> Result<T, Misfit> {
        Err(Misfit::invalid_type(unexpected(self.value), visitor))
    }

    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Value::Number(number) = self.value else { return self.refuse(&visitor) };
        match integral(number) {
            Some(Integral::Unsigned(integer)) => visitor.visit_u64(integer),
            Some(Integral::Signed(integer)) => visitor.visit_i64(integer),
            // The type refuses it in its own words.
            None => visitor.visit_f64(double(number)),
        }
    }

    fn array<V: Visitor<'de>>(self, items: &'de [Value], visitor: V) -> Result<V::Value, Misfit> {
        let (first, shown) = self.at.shortened(items);
        self.items(first, shown, visitor)
    }

    fn items<V: Visitor<'de>>(
        self,
        first: usize,
        items: &'de [Value],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.check_depth()?;
        let mut rest = Items { part: self, first, all: items, read: 0 };
        let value = visitor.visit_seq(&mut rest)?;
        if rest.read < items.len() {
            return Err(Misfit::expecting(array_of(rest.read), Unexpected::Seq));
        }
        Ok(value)
    }

    fn object<V: Visitor<'de>>(
        self,
        members: &'de Map<String, Value>,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.check_depth()?;
        let mut rest =
            Members { part: self, left: members.iter(), member: None, is_short: self.at.shortens(members) };
        let value = visitor.visit_map(&mut rest)?;
        if rest.left.len() > 0 {
            return Err(Misfit::expecting("an object of fewer keys".to_owned(), Unexpected::Map));
        }
        Ok(value)
    }

    fn check_depth(self) -> Result<(), Misfit> {
        if self.at.depth > MAX_DEPTH { Err(Misfit::custom("it is nested too deeply")) } else { Ok(()) }
    }
}

pub(super) fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match integral(number) {
            Some(Integral::Unsigned(integer)) => Unexpected::Unsigned(integer),
            Some(Integral::Signed(integer)) => Unexpected::Signed(integer),
            None => Unexpected::Float(double(number)),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

/// Whether a visitor is of serde itself, which copies what it reads to a buffer. All others take the digits as they are.
fn is_buffer<V>() -> bool {
    let name = type_name::<V>();
    name.starts_with("serde::") || name.starts_with("serde_core::")
}

macro_rules! integers {
    ($($method:ident)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            self.integer(visitor)
        }
    )* };
}

macro_rules! texts {
    ($($method:ident)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            match self.value {
                Value::String(text) => visitor.visit_borrowed_str(text),
                _ => self.refuse(&visitor),
            }
        }
    )* };
}

impl<'de> Deserializer<'de> for Part<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => self.array(items, visitor),
            Value::Object(members) => self.object(members, visitor),
            Value::Number(_) if self.at.is_probe() => visitor.visit_str(PROBE),
            Value::Number(number) => {
                if is_buffer::<V>() {
                    self.at.suspect(number);
                }
                if let Some(integer) = number.as_u64() {
                    visitor.visit_u64(integer)
                } else if let Some(integer) = number.as_i64() {
                    visitor.visit_i64(integer)
                } else if Number::from_f64(double(number)).as_ref() == Some(number) {
                    visitor.visit_f64(double(number))
                } else {
                    // With serde_json's feature `arbitrary_precision` it has more digits than a double.
                    number.deserialize_any(visitor).map_err(Misfit::custom)
                }
            }
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value.as_number().and_then(Number::as_i128) {
            Some(integer) => visitor.visit_i128(integer),
            None => self.integer(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value.as_number().and_then(Number::as_u128) {
            Some(integer) => visitor.visit_u128(integer),
            None => self.integer(visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Value::Number(number) = self.value else { return self.refuse(&visitor) };
        if !holds_f32(number) {
            return Err(Misfit::rounded(unexpected(self.value), "f32"));
        }
        #[expect(clippy::cast_possible_truncation, reason = "checked above")]
        visitor.visit_f32(double(number) as f32)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Value::Number(number) = self.value else { return self.refuse(&visitor) };
        if !holds_f64(number) {
            return Err(Misfit::rounded(unexpected(self.value), "f64"));
        }
        visitor.visit_f64(double(number))
    }

    texts! { deserialize_char deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Bool(value) => visitor.visit_bool(*value),
            _ => self.refuse(&visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::String(text) => visitor.visit_borrowed_str(text),
            _ => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            _ => self.refuse(&visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        // serde_json's `RawValue`
        if name.starts_with("$serde_json::") {
            return self.value.deserialize_newtype_struct(name, visitor).map_err(Misfit::custom);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Array(items) => self.array(items, visitor),
            _ => self.refuse(&visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Array(items) if items.len() == length => self.items(0, items, visitor),
            other => Err(Misfit::expecting(array_of(length), unexpected(other))),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Object(members) => self.object(members, visitor),
            _ => self.refuse(&visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let only = |members: &'de Map<String, Value>| members.iter().next().filter(|_| members.len() == 1);
        let (name, content) = match self.value {
            Value::String(name) => (name, None),
            Value::Object(members) => match only(members) {
                Some((name, content)) => (name, Some(content)),
                None => return Err(Misfit::expecting(one_of(variants), Unexpected::Map)),
            },
            other => return Err(Misfit::expecting(one_of(variants), unexpected(other))),
        };
        visitor.visit_enum(Variant {
            name,
            content: content.map(|content| self.inner(content, |step| step.is_key(name))),
        })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }
}
