use super::table::TABLE;
use super::{Entry, ErrorCode};
use serde::{Serialize, Serializer};
use std::fmt;

impl ErrorCode {
    /// The code as the contract writes it, such as `state.read_only`.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// assert_eq!(botyard::ErrorCode::MetricTooLarge.as_str(), "metric.too_large");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.entry().name
    }

    pub(super) const fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl PartialEq<str> for ErrorCode {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for ErrorCode {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
