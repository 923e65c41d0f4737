//! What serde does not read where it is. The members of tagged, untagged and flattened types are copied to a buffer first
//! and then read by serde's own rules: an integer only in plain notation, and errors without a path.

use super::Misfit;
use super::misfit::{Found, Step, part_of};
use super::{PROBE, read};
use crate::json::{Integral, integral};
use serde::de::{DeserializeOwned, Error as _};
use serde_json::Value;

/// How many parts are tried to find the one that does not fit.
const MAX_PROBES: usize = 100;

/// A copy in which each integer is in plain notation: `3` instead of `3.0`.
pub(super) fn with_plain_integers(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(with_plain_integers).collect(),
        Value::Object(members) => Value::Object(
            members.iter().map(|(key, member)| (key.clone(), with_plain_integers(member))).collect(),
        ),
        Value::Number(number) => match integral(number) {
            Some(Integral::Unsigned(integer)) => integer.into(),
            Some(Integral::Signed(integer)) => integer.into(),
            None => value.clone(),
        },
        other => other.clone(),
    }
}

/// Finds the path of what does not fit, if it is inside of what serde has buffered: the part whose change changes what is
/// said in the way that only the part can.
pub(super) fn located<T: DeserializeOwned>(value: &Value, misfit: Misfit) -> Misfit {
    let (start, missing) = match (misfit.found(), misfit.path()) {
        (Found::Nothing, [start @ .., key]) => (start, Some(key.clone())),
        (Found::Unsaid | Found::Unknown, _) => return misfit,
        (_, start) => (start, None),
    };
    let Some(part) = part_of(value, start) else { return misfit };
    let is_meant = |part: &Value| match (misfit.found(), part, &missing) {
        (Found::Nothing, Value::Object(members), Some(Step::Key(key))) => !members.contains_key(key),
        (Found::Array, Value::Array(_), _) | (Found::Object, Value::Object(_), _) => true,
        (Found::Value(found), _, _) => found == part,
        _ => false,
    };
    for path in candidates(part, start, &is_meant) {
        let mut changed = value.clone();
        match (part_of_mut(&mut changed, &path), &missing) {
            (Some(Value::Object(members)), Some(Step::Key(key))) => {
                members.insert(key.clone(), Value::Null);
            }
            (Some(part), None) => *part = PROBE.into(),
            _ => continue,
        }
        let said = read::<T>(&changed).err();
        if let Some(key) = &missing {
            let still = |said: &Misfit| *said.found() == Found::Nothing && said.path().last() == Some(key);
            if !said.as_ref().is_some_and(still) {
                let of_null = said.filter(|said| *said.found() == Found::Value(Value::Null));
                let expected = of_null.and_then(|said| said.expected().map(str::to_owned));
                return misfit.with_expected(expected).at([path, vec![key.clone()]].concat());
            }
        } else if said.is_some_and(|said| is_of_probe(&said, &misfit)) {
            return misfit.at(path);
        }
    }
    of_key::<T>(value, start, &misfit).unwrap_or(misfit)
}

/// The same for a key, which serde buffers as a text.
fn of_key<T: DeserializeOwned>(value: &Value, start: &[Step], misfit: &Misfit) -> Option<Misfit> {
    let Found::Value(Value::String(key)) = misfit.found() else { return None };
    let expected = misfit.expected()?;
    let has_key = |part: &Value| part.get(key).is_some();
    let path = candidates(part_of(value, start)?, start, &has_key).into_iter().find(|path| {
        let mut changed = value.clone();
        if let Some(Value::Object(members)) = part_of_mut(&mut changed, path) {
            members.remove(key).and_then(|member| members.insert(PROBE.to_owned(), member));
        }
        read::<T>(&changed).is_err_and(|said| is_of_probe(&said, misfit))
    })?;
    let words = if expected.starts_with("one of ") {
        format!("a key must be {expected}")
    } else {
        "in a tagged, untagged or flattened type, keys of maps can only be texts: use String".to_owned()
    };
    Some(Misfit::custom(words).at(path))
}

/// Whether the same is said of the probe.
fn is_of_probe(said: &Misfit, misfit: &Misfit) -> bool {
    *said.found() == Found::Value(PROBE.into()) && said.expected() == misfit.expected()
}

/// The paths of all parts that may be meant, in the order in which they are read.
fn candidates(part: &Value, start: &[Step], is_meant: &dyn Fn(&Value) -> bool) -> Vec<Vec<Step>> {
    let mut paths = Vec::new();
    collect(part, &mut start.to_vec(), is_meant, &mut paths);
    paths
}

fn collect(
    part: &Value,
    path: &mut Vec<Step>,
    is_meant: &dyn Fn(&Value) -> bool,
    paths: &mut Vec<Vec<Step>>,
) {
    if paths.len() == MAX_PROBES {
        return;
    }
    if is_meant(part) {
        paths.push(path.clone());
    }
    let inner: Vec<(Step, &Value)> = match part {
        Value::Array(items) => items.iter().enumerate().map(|(at, item)| (Step::Index(at), item)).collect(),
        Value::Object(members) => {
            members.iter().map(|(key, member)| (Step::Key(key.clone()), member)).collect()
        }
        _ => return,
    };
    for (step, inner) in inner {
        path.push(step);
        collect(inner, path, is_meant, paths);
        path.pop();
    }
}

fn part_of_mut<'a>(value: &'a mut Value, path: &[Step]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |part, step| match step {
        Step::Key(key) => part.get_mut(key),
        Step::Index(index) => part.get_mut(index),
    })
}
