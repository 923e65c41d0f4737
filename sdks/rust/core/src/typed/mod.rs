//! Reading JSON values as types of the bot, by serde [JSON-19, JSON-20].

mod buffered;
mod deserializer;
mod expected;
mod key;
mod members;
mod misfit;
mod params;
mod reading;
mod rounded;
mod secret;
mod variant;

use deserializer::Part;
pub(crate) use misfit::Misfit;
pub(crate) use params::read_params_as;
use reading::Reading;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A text that no type is likely to expect.
const PROBE: &str = "\u{0}probe\u{0}";

/// Reads a value as a type.
pub(crate) fn read_as<T: DeserializeOwned>(value: &Value) -> Result<T, Misfit> {
    read_exactly(value).or_else(|_| {
        let plain = buffered::with_plain_integers(value);
        read_exactly(&plain).map_err(|misfit| buffered::located::<T>(&plain, misfit).found_in(value))
    })
}

/// Reads a value, unless serde would round a number.
fn read_exactly<T: DeserializeOwned>(value: &Value) -> Result<T, Misfit> {
    let reading = Reading::new();
    let read = read_in(&reading, value)?;
    match rounded::found::<T>(value, reading.suspects()) {
        Some(misfit) => Err(misfit),
        None => Ok(read),
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Misfit> {
    read_in(&Reading::new(), value)
}

fn read_in<T: DeserializeOwned>(reading: &Reading, value: &Value) -> Result<T, Misfit> {
    T::deserialize(Part::of(value, reading)).map_err(Misfit::with_path_from_root)
}
