use crate::Error;
use std::fmt;

/// A failure of the state, by its cause. Each holds the error of the contract, with code, message and advice.
#[derive(Debug)]
#[non_exhaustive]
pub enum StateError {
    /// `state.read_only`: a query process cannot change the state.
    ReadOnly(Error),
    /// `state.invalid_key`: the key is empty or too long.
    InvalidKey(Error),
    /// `state.invalid_value`: the value has no JSON form.
    InvalidValue(Error),
    /// `state.value_too_large`: the value is more than 1 MiB of JSON.
    ValueTooLarge(Error),
    /// `state.read_failed`: the system refused to read.
    ReadFailed(Error),
    /// `state.write_failed`: the system refused the change.
    WriteFailed(Error),
    /// `state.corrupt`: the key's file is not valid JSON.
    Corrupt(Error),
    /// The stored value is valid, but not of the type that [`get_as`](super::get_as) was asked for.
    WrongType(serde_json::Error),
}

impl StateError {
    /// The error of the contract; none for [`WrongType`](Self::WrongType), which is not a failure of the state.
    #[must_use]
    pub fn as_error(&self) -> Option<&Error> {
        match self {
            Self::ReadOnly(error)
            | Self::InvalidKey(error)
            | Self::InvalidValue(error)
            | Self::ValueTooLarge(error)
            | Self::ReadFailed(error)
            | Self::WriteFailed(error)
            | Self::Corrupt(error) => Some(error),
            Self::WrongType(_) => None,
        }
    }

    /// The code of the error table, such as `state.read_only`; none for [`WrongType`](Self::WrongType).
    #[must_use]
    pub fn code(&self) -> Option<&'static str> {
        self.as_error().map(Error::code)
    }
}

impl From<Error> for StateError {
    fn from(error: Error) -> Self {
        match error.code() {
            "state.read_only" => Self::ReadOnly(error),
            "state.invalid_key" => Self::InvalidKey(error),
            "state.invalid_value" => Self::InvalidValue(error),
            "state.value_too_large" => Self::ValueTooLarge(error),
            "state.read_failed" => Self::ReadFailed(error),
            "state.write_failed" => Self::WriteFailed(error),
            _ => Self::Corrupt(error),
        }
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongType(error) => write!(f, "the stored value is of another type: {error}"),
            _ => self.as_error().map_or(Ok(()), |error| error.fmt(f)),
        }
    }
}

impl std::error::Error for StateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::WrongType(error) => Some(error),
            _ => self.as_error().and_then(std::error::Error::source),
        }
    }
}
