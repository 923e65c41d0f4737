//! What serde would round. It copies the numbers of tagged, untagged and flattened types to a buffer, from which an `f32` takes
//! every number and an `f64` every integer. Which type has taken one is only told by an error: of a text in its place.

use super::deserializer::unexpected;
use super::misfit::{Step, part_of};
use super::reading::{Reading, is_long};
use super::{Misfit, PROBE, read_in};
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};
use std::cell::RefCell;

thread_local! {
    /// What the types expect that have been offered the text; untagged types do not pass on their errors.
    static OFFERED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Finds the first of the numbers that serde has rounded.
pub(super) fn found<T: DeserializeOwned>(
    value: &Value,
    suspects: impl Iterator<Item = Vec<Step>>,
) -> Option<Misfit> {
    let mut last: Option<(Vec<Step>, Vec<String>)> = None;
    for path in suspects {
        let part = part_of(value, &path)?;
        let number = part.as_number()?;
        let outer = path.split_last().map_or_else(Vec::new, |(_, outer)| outer.to_vec());
        // The values of a long array, and of a map, are of one type.
        if last.as_ref().is_some_and(|(of, types)| *of == outer && rounding(number, types).is_none()) {
            continue;
        }
        let types = offered_to::<T>(value, path.clone());
        if let Some(name) = rounding(number, &types) {
            return Some(Misfit::rounded(unexpected(part), name).at(path).found_in(value));
        }
        last = part_of(value, &outer).filter(|part| is_long(part)).map(|_| (outer, types));
    }
    None
}

/// Notes what a type expects instead of a text, if that is the one that is offered now.
pub(super) fn notes(text: &str, expected: &str) -> bool {
    text == PROBE
        && OFFERED
            .with_borrow_mut(|offered| offered.as_mut().map(|all| all.push(expected.to_owned())).is_some())
}

fn offered_to<T: DeserializeOwned>(value: &Value, path: Vec<Step>) -> Vec<String> {
    OFFERED.set(Some(Vec::new()));
    _ = read_in::<T>(&Reading::probing(path), value);
    OFFERED.take().unwrap_or_default()
}

/// The first type that takes the number, if it rounds it.
fn rounding<'a>(number: &Number, types: &'a [String]) -> Option<&'a str> {
    for name in types {
        match &**name {
            "f32" => return (!holds_f32(number)).then_some(name),
            "f64" => return (!holds_f64(number)).then_some(name),
            _ if takes_integer(name, number) => return None,
            _ => {}
        }
    }
    None
}

fn takes_integer(name: &str, number: &Number) -> bool {
    let Some(integer) = number.as_i128() else { return false };
    match name.strip_prefix("a nonzero ").unwrap_or(name) {
        "i8" => i8::try_from(integer).is_ok(),
        "i16" => i16::try_from(integer).is_ok(),
        "i32" => i32::try_from(integer).is_ok(),
        "i64" | "isize" => i64::try_from(integer).is_ok(),
        "u8" => u8::try_from(integer).is_ok(),
        "u16" => u16::try_from(integer).is_ok(),
        "u32" => u32::try_from(integer).is_ok(),
        "u64" | "usize" => u64::try_from(integer).is_ok(),
        "i128" | "u128" => true,
        _ => false,
    }
}

/// Whether an `f32` is the number: 0.1 is 0.1 as an `f32` too, although as a double that is another number.
#[inline]
pub(super) fn holds_f32(number: &Number) -> bool {
    let double = double(number);
    #[expect(clippy::cast_possible_truncation, reason = "compared with what it was made of")]
    let single = double as f32;
    let is_single = || is_short(double) || single.to_string().parse() == Ok(double);
    holds_f64(number) && (same(f64::from(single), double) || is_single())
}

#[inline]
pub(super) fn holds_f64(number: &Number) -> bool {
    #[expect(clippy::cast_possible_truncation, reason = "compared with what it was made of")]
    let is = |integer: i128| double(number) as i128 == integer;
    match (number.as_u64(), number.as_i64()) {
        (Some(integer), _) => is(integer.into()),
        (_, Some(integer)) => is(integer.into()),
        _ => true,
    }
}

/// Whether a double is of at most six digits, which every `f32` keeps. A quotient of integers is exact to the last bit.
fn is_short(double: f64) -> bool {
    [1e2, 1e4, 1e6].into_iter().any(|scale| {
        let digits = (double * scale).round();
        digits.abs() < 1e6 && same(digits / scale, double)
    })
}

fn same(one: f64, other: f64) -> bool {
    one.total_cmp(&other).is_eq()
}

#[inline]
pub(super) fn double(number: &Number) -> f64 {
    number.as_f64().unwrap_or(f64::NAN)
}
