use super::Misfit;
use super::deserializer::Part;
use super::key::Key;
use super::misfit::Step;
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess};
use serde_json::Value;

/// The items of an array.
pub(super) struct Items<'de> {
    pub(super) part: Part<'de>,
    /// The index of the first.
    pub(super) first: usize,
    pub(super) all: &'de [Value],
    pub(super) read: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Misfit> {
        let Some(item) = self.all.get(self.read) else { return Ok(None) };
        let index = self.first + self.read;
        self.read += 1;
        let item = self.part.inner(item, |step| *step == Step::Index(index));
        self.part.at.within(|| Step::Index(index), || seed.deserialize(item)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.all.len() - self.read)
    }
}

/// The members of an object.
pub(super) struct Members<'de> {
    pub(super) part: Part<'de>,
    pub(super) left: serde_json::map::Iter<'de>,
    pub(super) member: Option<(&'de str, &'de Value)>,
    /// Whether it only has the members that matter to the probe.
    pub(super) is_short: bool,
}

impl<'de> Members<'de> {
    #[cold]
    fn next_kept(&mut self) -> Option<(&'de String, &'de Value)> {
        self.left.find(|(key, value)| self.part.at.keeps(key, value))
    }
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = Misfit;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Misfit> {
        let next = if self.is_short { self.next_kept() } else { self.left.next() };
        let Some((key, value)) = next else { return Ok(None) };
        self.member = Some((key, value));
        seed.deserialize(Key(key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Misfit> {
        let Some((key, value)) = self.member.take() else {
            return Err(Misfit::custom("a value is read before its key"));
        };
        let member = self.part.inner(value, |step| step.is_key(key));
        self.part.at.within(|| Step::Key(key.to_owned()), || seed.deserialize(member))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}
