//! The bot's state: values by key, which survive the process.
//!
//! Each value is one file of JSON in `STATE_DIR`, which all processes of the bot share, in whatever language they are
//! written. A query process can read the state but not change it: there `set`, `delete` and `clear` fail with
//! [`ErrorCode::StateReadOnly`].
//!
//! Every function blocks its thread while the system reads or writes; a change waits for the disk, which can take
//! milliseconds. Asynchronous code calls it in a thread for such work, for example by `tokio::task::spawn_blocking`.
//!
//! A key is any text whose encoded form is 1 to 200 characters long: `a`–`z`, digits, `_` and `-` count as one, every
//! other byte as three [ST-3]. Every function that takes another key fails with `state.invalid_key`.
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! # std::env::set_current_dir(&folder).unwrap();
//! use botyard::state;
//!
//! let trades: u64 = state::get_as("trades")?.unwrap_or(0);
//! state::set("trades", &(trades + 1))?;
//! # Ok::<_, botyard::Error>(())
//! ```

use crate::process::{environment, files, system_error};
use crate::{Error, ErrorCode};
use botyard_core::state::{document, encode_key, key_of_file, read_document, value_as};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the value of a key; `None` if the key does not exist. A stored `null` is `Some(Value::Null)` [ST-9].
///
/// ```
/// assert_eq!(botyard::state::get("never set")?, None);
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `state.invalid_key`, `state.read_failed` if the system refuses to read (the source is its error), `state.corrupt` if
/// the key's file is not valid JSON. To continue without a corrupt value, set or delete the key.
pub fn get(key: &str) -> Result<Option<Value>, Error> {
    let (directory, path) = place_of(key)?;
    match files::read(&path).map_err(|cause| read_failed(&directory, cause))? {
        Some(content) => read_document(key, &content, &path.display().to_string()).map(Some),
        None => Ok(None),
    }
}

/// Returns the value of a key, or `default` if the key does not exist; a stored `null` is returned as it is.
///
/// ```
/// assert_eq!(botyard::state::get_or("never set", "none")?, "none");
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// As [`get`].
pub fn get_or(key: &str, default: impl Into<Value>) -> Result<Value, Error> {
    get(key).map(|value| value.unwrap_or_else(|| default.into()))
}

/// Returns the value of a key as any type that serde can read; `None` if the key does not exist.
///
/// ```
/// use botyard::state;
///
/// let closes: Vec<f64> = state::get_as("closes")?.unwrap_or_default();
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// As [`get`]; `state.wrong_type` if the value does not fit the type at every depth: its message names the path of the first
/// part that does not, such as `legs[0].size`, and its source is what serde says. The integer `3` may be stored as `3.0`; no
/// other number is rounded or cut, and `null` only fits an `Option` [ST-22].
pub fn get_as<T: DeserializeOwned>(key: &str) -> Result<Option<T>, Error> {
    get(key)?.map(|value| value_as(key, &value)).transpose()
}

/// Sets the value of a key. It is on disk when the function returns.
///
/// Other processes read either the old value or the new one, never a part [ST-6]. `value` is anything that serde can
/// write as JSON of at most 1 MiB (1,048,576 bytes), nested at most 64 deep. A missing `STATE_DIR` is created.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # std::env::set_current_dir(&folder).unwrap();
/// use botyard::state;
///
/// state::set("closes", &[187.5, 188.25])?;
/// assert_eq!(state::get_as("closes")?, Some(vec![187.5, 188.25]));
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// In this order: `state.read_only` in a query process, `state.invalid_key`, `state.invalid_value` if the value has no
/// JSON form, `state.value_too_large`, `state.write_failed` if the system refuses the change. After each of them the
/// key has its old value.
///
/// ```
/// let refused = botyard::state::set("", &1).unwrap_err();
/// assert_eq!(refused.code(), botyard::ErrorCode::StateInvalidKey);
/// ```
pub fn set<T: Serialize + ?Sized>(key: &str, value: &T) -> Result<(), Error> {
    refuse_in_query("set")?;
    let encoded = encode_key(key)?;
    let content = document(key, value)?;
    let directory = environment::state_dir();
    let path = directory.join(format!("{encoded}.json"));
    let write = || files::replace(&path, &encoded, content.as_bytes());
    let written = write().or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => fs::create_dir_all(&directory).and_then(|()| write()),
        _ => Err(error),
    });
    written.map_err(|cause| write_failed(&directory, cause))?;
    files::flush_directory(&directory);
    Ok(())
}

/// Deletes a key; returns whether it existed. The deletion is on disk when the function returns.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # std::env::set_current_dir(&folder).unwrap();
/// use botyard::state;
///
/// state::set("open order", &7)?;
/// assert!(state::delete("open order")?);
/// assert!(!state::delete("open order")?);
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `state.read_only` in a query process, `state.invalid_key`, `state.write_failed` if the system refuses the change
pub fn delete(key: &str) -> Result<bool, Error> {
    refuse_in_query("delete")?;
    let (directory, path) = place_of(key)?;
    let existed = files::remove(&path).map_err(|cause| write_failed(&directory, cause))?;
    if existed {
        files::flush_directory(&directory);
    }
    Ok(existed)
}

/// Deletes every key; other files in `STATE_DIR` remain [ST-13].
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # std::env::set_current_dir(&folder).unwrap();
/// use botyard::state;
///
/// state::set("trades", &3)?;
/// state::clear()?;
/// assert!(state::list()?.is_empty());
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `state.read_only` in a query process, `state.write_failed`; some keys may be deleted then.
pub fn clear() -> Result<(), Error> {
    refuse_in_query("clear")?;
    let directory = environment::state_dir();
    let remove_all = || -> io::Result<()> {
        for name in files::names(&directory)?.iter().filter(|name| key_of_file(name).is_some()) {
            files::remove(&directory.join(name))?;
        }
        files::flush_directory(&directory);
        Ok(())
    };
    remove_all().map_err(|cause| write_failed(&directory, cause))
}

/// Returns whether a key exists. Its value is not read, so that it may be corrupt.
///
/// ```
/// assert!(!botyard::state::exists("never set")?);
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `state.invalid_key`, `state.read_failed`
pub fn exists(key: &str) -> Result<bool, Error> {
    let (directory, path) = place_of(key)?;
    files::is_file(&path).map_err(|cause| read_failed(&directory, cause))
}

/// Returns all keys, sorted by their bytes [ST-12].
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # std::env::set_current_dir(&folder).unwrap();
/// use botyard::state;
///
/// state::set("MSFT", &1)?;
/// state::set("AAPL", &2)?;
/// assert_eq!(state::list()?, ["AAPL", "MSFT"]);
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `state.read_failed`
pub fn list() -> Result<Vec<String>, Error> {
    let directory = environment::state_dir();
    let names = files::names(&directory).map_err(|cause| read_failed(&directory, cause))?;
    let mut keys: Vec<String> = names.iter().filter_map(|name| key_of_file(name)).collect();
    keys.sort_unstable();
    Ok(keys)
}

fn place_of(key: &str) -> Result<(PathBuf, PathBuf), Error> {
    let name = format!("{}.json", encode_key(key)?);
    let directory = environment::state_dir();
    let path = directory.join(name);
    Ok((directory, path))
}

fn refuse_in_query(operation: &str) -> Result<(), Error> {
    if environment::is_query_process() {
        return Err(Error::new(ErrorCode::StateReadOnly, &[("operation", operation)]));
    }
    Ok(())
}

fn read_failed(directory: &Path, cause: io::Error) -> Error {
    failed(ErrorCode::StateReadFailed, directory, cause)
}

fn write_failed(directory: &Path, cause: io::Error) -> Error {
    failed(ErrorCode::StateWriteFailed, directory, cause)
}

fn failed(code: ErrorCode, directory: &Path, cause: io::Error) -> Error {
    let (path, reason) = (directory.display().to_string(), system_error::name(&cause));
    Error::new(code, &[("path", &path), ("reason", &reason)]).with_source(cause)
}
