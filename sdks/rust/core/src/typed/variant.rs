use super::Misfit;
use super::deserializer::Part;
use super::key::Key;
use super::misfit::Step;
use crate::json;
use serde::de::{
    Deserialize as _, DeserializeSeed, Deserializer as _, EnumAccess, Unexpected, VariantAccess, Visitor,
};

/// A variant of an enum: its name alone, or an object that has its content in the key of this name.
pub(super) struct Variant<'de> {
    pub(super) name: &'de str,
    pub(super) content: Option<Part<'de>>,
}

impl<'de> Variant<'de> {
    fn content<T>(self, read: impl FnOnce(Part<'de>) -> Result<T, Misfit>) -> Result<T, Misfit> {
        let Some(content) = self.content else {
            let expected = format!("an object with the key {}", json::quote(self.name));
            return Err(Misfit::expecting(expected, Unexpected::Str(self.name)));
        };
        content.at.within(|| Step::Key(self.name.to_owned()), || read(content))
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Misfit;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Misfit> {
        seed.deserialize(Key(self.name)).map(|variant| (variant, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        match self.content {
            Some(_) => self.content(<()>::deserialize),
            None => Ok(()),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Misfit> {
        self.content(|content| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.content(|content| content.deserialize_tuple(length, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.content(|content| content.deserialize_map(visitor))
    }
}
