use super::Misfit;
use super::misfit::Step;
use serde_json::{Map, Value};
use std::cell::RefCell;

/// Longer arrays and objects are shortened around the probe, so that many probes take no long time. serde has no tuples and
/// no arrays of fixed length that are longer.
const MAX_ITEMS: usize = 32;
const MAX_MEMBERS: usize = 64;

/// One reading of a value.
pub(super) struct Reading {
    /// Ways to the numbers that serde has buffered and that an `f32` would round, from the number outwards.
    suspects: RefCell<Vec<Vec<Step>>>,
    /// The path of the part in whose place a text is read.
    probe: Option<Vec<Step>>,
}

impl Reading {
    pub(super) fn new() -> Self {
        Self { suspects: RefCell::default(), probe: None }
    }

    pub(super) fn probing(path: Vec<Step>) -> Self {
        Self { suspects: RefCell::default(), probe: Some(path) }
    }

    /// The paths of the numbers that may have been rounded.
    pub(super) fn suspects(self) -> impl Iterator<Item = Vec<Step>> {
        self.suspects.into_inner().into_iter().map(|mut way| {
            way.reverse();
            way
        })
    }
}

/// A place in the value that is read.
#[derive(Clone, Copy)]
pub(super) struct At<'de> {
    reading: &'de Reading,
    /// How many steps of the probe's path lead here; none if it leads elsewhere, or if there is no probe.
    steps: Option<usize>,
}

impl<'de> At<'de> {
    pub(super) fn root(reading: &'de Reading) -> Self {
        Self { reading, steps: reading.probe.as_ref().map(|_| 0) }
    }

    pub(super) fn inner(self, is_at: impl Fn(&Step) -> bool) -> Self {
        let steps = self.steps.filter(|_| self.next().is_some_and(is_at)).map(|steps| steps + 1);
        Self { steps, ..self }
    }

    /// Reads a part at a step from here, to which its error and its suspects belong.
    pub(super) fn within<T>(
        self,
        step: impl Fn() -> Step,
        read: impl FnOnce() -> Result<T, Misfit>,
    ) -> Result<T, Misfit> {
        let before = self.reading.suspects.borrow().len();
        let read = read().map_err(|misfit| misfit.inside(step()))?;
        let mut suspects = self.reading.suspects.borrow_mut();
        suspects[before..].iter_mut().for_each(|way| way.push(step()));
        Ok(read)
    }

    pub(super) fn suspect(self) {
        self.reading.suspects.borrow_mut().push(Vec::new());
    }

    pub(super) fn is_probe(self) -> bool {
        self.steps.is_some() && self.next().is_none()
    }

    /// The items that are read, and the index of the first.
    pub(super) fn shortened<'a>(self, items: &'a [Value]) -> (usize, &'a [Value]) {
        if self.reading.probe.is_none() {
            return (0, items);
        }
        match self.next() {
            Some(&Step::Index(index)) if index >= MAX_ITEMS => (index, &items[index..=index]),
            _ => (0, &items[..items.len().min(MAX_ITEMS)]),
        }
    }

    /// Whether only some members of an object are read.
    pub(super) fn shortens(self, members: &Map<String, Value>) -> bool {
        self.reading.probe.is_some() && members.len() > MAX_MEMBERS
    }

    /// Whether a member of a shortened object is read. A text may be the tag of a type.
    pub(super) fn keeps(self, key: &str, member: &Value) -> bool {
        member.is_string() || self.next().is_some_and(|step| step.is_key(key))
    }

    fn next(self) -> Option<&'de Step> {
        self.reading.probe.as_ref()?.get(self.steps?)
    }
}
