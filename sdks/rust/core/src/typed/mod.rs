//! Reading JSON values as types of the bot, by serde [JSON-19, JSON-20].

mod buffered;
mod deserializer;
mod expected;
mod key;
mod members;
mod misfit;
mod params;
mod secret;
mod variant;

use deserializer::Part;
pub(crate) use misfit::Misfit;
pub(crate) use params::read_params_as;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a value as a type.
pub(crate) fn read_as<T: DeserializeOwned>(value: &Value) -> Result<T, Misfit> {
    read(value).or_else(|_| {
        let plain = buffered::with_plain_integers(value);
        read(&plain).map_err(|misfit| buffered::located::<T>(&plain, misfit).found_in(value))
    })
}

fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Misfit> {
    T::deserialize(Part::of(value)).map_err(Misfit::with_path_from_root)
}
