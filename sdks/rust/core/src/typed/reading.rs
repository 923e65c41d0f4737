use super::Misfit;
use super::misfit::Step;
use super::rounded::holds_f32;
use serde_json::{Map, Number, Value};
use std::cell::{Cell, RefCell};

/// Longer arrays and objects are shortened around the probe, so that many probes take no long time. serde has no tuples and
/// no arrays of fixed length that are longer.
const MAX_ITEMS: usize = 32;
const MAX_MEMBERS: usize = 64;

/// Whether a value would be shortened.
pub(super) fn is_long(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.len() > MAX_ITEMS,
        Value::Object(members) => members.len() > MAX_MEMBERS,
        _ => false,
    }
}

/// One reading of a value.
pub(super) struct Reading {
    /// Ways to the numbers that serde has buffered and that an `f32` would round, from the number outwards.
    suspects: RefCell<Vec<Vec<Step>>>,
    suspected: Cell<usize>,
    /// The path of the part in whose place a text is read.
    probe: Option<Vec<Step>>,
}

impl Reading {
    pub(super) fn new() -> Self {
        Self { suspects: RefCell::default(), suspected: Cell::new(0), probe: None }
    }

    pub(super) fn probing(path: Vec<Step>) -> Self {
        Self { probe: Some(path), ..Self::new() }
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
    pub(super) depth: u32,
    /// How many steps of the probe's path lead here; `ELSEWHERE` if it leads elsewhere, or if there is no probe.
    steps: u32,
}

const ELSEWHERE: u32 = u32::MAX;

impl<'de> At<'de> {
    #[inline]
    pub(super) fn root(reading: &'de Reading) -> Self {
        Self { reading, depth: 1, steps: if reading.probe.is_some() { 0 } else { ELSEWHERE } }
    }

    #[inline]
    pub(super) fn inner(self, is_at: impl Fn(&Step) -> bool) -> Self {
        let mut steps = self.steps;
        if steps != ELSEWHERE {
            steps = if self.next().is_some_and(is_at) { steps + 1 } else { ELSEWHERE };
        }
        Self { depth: self.depth + 1, steps, ..self }
    }

    /// Reads a part at a step from here, to which its error and its suspects belong.
    #[inline]
    pub(super) fn within<T>(
        self,
        step: impl Fn() -> Step,
        read: impl FnOnce() -> Result<T, Misfit>,
    ) -> Result<T, Misfit> {
        let before = self.reading.suspected.get();
        let read = read().map_err(|misfit| misfit.inside(step()))?;
        if self.reading.suspected.get() > before {
            self.lead_out(before, &step());
        }
        Ok(read)
    }

    #[cold]
    fn lead_out(self, before: usize, step: &Step) {
        self.reading.suspects.borrow_mut()[before..].iter_mut().for_each(|way| way.push(step.clone()));
    }

    /// Notes a number here if an `f32` would round it.
    pub(super) fn suspect(self, number: &Number) {
        if !holds_f32(number) {
            self.reading.suspects.borrow_mut().push(Vec::new());
            self.reading.suspected.update(|count| count + 1);
        }
    }

    #[inline]
    pub(super) fn is_probe(self) -> bool {
        self.steps != ELSEWHERE && self.next().is_none()
    }

    /// The items that are read, and the index of the first.
    #[inline]
    pub(super) fn shortened(self, items: &[Value]) -> (usize, &[Value]) {
        if self.reading.probe.is_none() {
            return (0, items);
        }
        match self.next() {
            Some(&Step::Index(index)) if index >= MAX_ITEMS => (index, &items[index..=index]),
            _ => (0, &items[..items.len().min(MAX_ITEMS)]),
        }
    }

    /// Whether only some members of an object are read.
    #[inline]
    pub(super) fn shortens(self, members: &Map<String, Value>) -> bool {
        self.reading.probe.is_some() && members.len() > MAX_MEMBERS
    }

    /// Whether a member of a shortened object is read. A text may be the tag of a type.
    pub(super) fn keeps(self, key: &str, member: &Value) -> bool {
        member.is_string() || self.next().is_some_and(|step| step.is_key(key))
    }

    #[inline]
    fn next(self) -> Option<&'de Step> {
        self.reading.probe.as_ref()?.get(self.steps as usize)
    }
}
