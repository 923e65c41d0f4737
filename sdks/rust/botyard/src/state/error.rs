use crate::Error;
use std::fmt;

/// A failure of the state, by its cause. Each variant holds the error with code, message and advice.
///
/// `?` converts it into an [`Error`], so that `main` and handlers may return either.
///
/// ```
/// use botyard::state::{self, StateError};
///
/// match state::set("", &1) {
///     Err(StateError::InvalidKey(error)) => assert_eq!(error.code(), "state.invalid_key"),
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum StateError {
    /// `state.read_only`: a query process cannot change the state [ST-14].
    ReadOnly(Error),
    /// `state.invalid_key`: the key is empty or too long [ST-3].
    InvalidKey(Error),
    /// `state.invalid_value`: the value has no JSON form.
    InvalidValue(Error),
    /// `state.value_too_large`: the value is more than 1 MiB of JSON [ST-5].
    ValueTooLarge(Error),
    /// `state.read_failed`: the system refused to read [ST-11].
    ReadFailed(Error),
    /// `state.write_failed`: the system refused the change [ST-7].
    WriteFailed(Error),
    /// `state.corrupt`: the key's file is not valid JSON [ST-10].
    Corrupt(Error),
    /// `state.wrong_type`: the stored value is not of the type that [`get_as`](super::get_as) was asked for [ST-20].
    /// The source is the error of serde.
    WrongType(Error),
}

impl StateError {
    /// The error with code, message and advice.
    #[must_use]
    pub fn as_error(&self) -> &Error {
        match self {
            Self::ReadOnly(error)
            | Self::InvalidKey(error)
            | Self::InvalidValue(error)
            | Self::ValueTooLarge(error)
            | Self::ReadFailed(error)
            | Self::WriteFailed(error)
            | Self::Corrupt(error)
            | Self::WrongType(error) => error,
        }
    }

    /// The code, such as `state.read_only`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.as_error().code()
    }
}

impl From<StateError> for Error {
    fn from(error: StateError) -> Self {
        match error {
            StateError::ReadOnly(error)
            | StateError::InvalidKey(error)
            | StateError::InvalidValue(error)
            | StateError::ValueTooLarge(error)
            | StateError::ReadFailed(error)
            | StateError::WriteFailed(error)
            | StateError::Corrupt(error)
            | StateError::WrongType(error) => error,
        }
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_error().fmt(f)
    }
}

impl std::error::Error for StateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.as_error().source()
    }
}
