use super::misfit::{Misfit, Step};
use super::read_as;
use crate::json;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Reads parameters as a type. A text that does not fit is read as the JSON text of a value, so that types need not know of
/// query strings.
pub(crate) fn read_params_as<T: DeserializeOwned>(params: &Map<String, Value>) -> Result<T, Misfit> {
    let mut given = Value::Object(params.clone());
    let mut refused = BTreeMap::new();
    loop {
        let misfit = match read_as(&given) {
            Ok(read) => return Ok(read),
            Err(misfit) => misfit,
        };
        let key = match misfit.path().first() {
            Some(Step::Key(key)) => Some(key.clone()),
            _ => None,
        };
        if let Some(first) = refused.remove(&key) {
            // What is wrong inside a JSON text says more than that it is no text.
            return Err(if misfit.path().len() > Misfit::path(&first).len() { misfit } else { first });
        }
        let Value::Object(members) = &mut given else { return Err(misfit) };
        // Of alternatives none is named: then all texts are read.
        let mut read = false;
        for (_, member) in members.iter_mut().filter(|(name, _)| key.as_ref().is_none_or(|key| key == *name))
        {
            if let Some(value) = spelled(member) {
                *member = value;
                read = true;
            }
        }
        if !read {
            return Err(misfit);
        }
        refused.insert(key, misfit);
    }
}

/// The value whose JSON text this is, unless that is a text too.
fn spelled(text: &Value) -> Option<Value> {
    json::spelled(text.as_str()?).filter(|value| !value.is_string())
}
