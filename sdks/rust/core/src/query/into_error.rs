use std::error::Error;

/// What a handler may return as its error: a type that implements [`std::error::Error`], a box of one, a report of anyhow
/// or eyre, or a text.
///
/// `Kind` only tells [`Box<dyn Error + Send + Sync>`](Error), which the standard library does not convert, from all others;
/// the compiler finds it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a handler",
    note = "return a type that implements `std::error::Error`, a box of one, a report of anyhow or eyre, or a text"
)]
pub trait IntoError<Kind> {
    /// Makes it a box.
    fn into_error(self) -> Box<dyn Error>;
}

impl<E: Into<Box<dyn Error>>> IntoError<()> for E {
    fn into_error(self) -> Box<dyn Error> {
        self.into()
    }
}

impl IntoError<Box<dyn Error + Send>> for Box<dyn Error + Send> {
    fn into_error(self) -> Box<dyn Error> {
        self
    }
}

impl IntoError<Box<dyn Error + Send + Sync>> for Box<dyn Error + Send + Sync> {
    fn into_error(self) -> Box<dyn Error> {
        self
    }
}
