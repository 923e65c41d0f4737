//! The errors of the contract: one opaque type, one table.

mod code;
mod describe;
#[path = "errors.gen.rs"]
mod table;

pub use describe::{cut, kind_of, kind_of_json, shown};
use std::error::Error as StdError;
use std::fmt;
pub use table::ErrorCode;

struct Entry {
    code: ErrorCode,
    name: &'static str,
    message: &'static str,
    next: &'static str,
}

type Source = Box<dyn StdError + Send + Sync>;

/// A failure of the contract [ERR-1]: a [code](Error::code) for programs, a message (its [`Display`](fmt::Display))
/// and [advice](Error::next) for people, and the cause, if there is one, as its
/// [source](std::error::Error::source).
///
/// An error that `main` returns is printed with all of them, and the process ends with exit code 1.
///
/// ```
/// # use botyard_core as botyard;
/// use botyard::{Error, ErrorCode};
///
/// fn advice_on(error: &Error) -> String {
///     match error.code() {
///         ErrorCode::StateReadOnly => "a query cannot change the state".to_owned(),
///         code => format!("{error} [{code}]. {}", error.next()),
///     }
/// }
/// # let error = botyard::input::parse(None, None).unwrap_err();
/// # assert!(advice_on(&error).starts_with("BOT_ID is not set [input.missing_bot_id]. Run the bot"));
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    code: ErrorCode,
    message: String,
    source: Option<Source>,
}

/// The error table of the contract: the code, the message with its placeholders, and the advice of each error.
///
/// ```
/// let codes: Vec<_> = botyard_core::table().map(|(code, _, _)| code.as_str()).collect();
/// assert!(codes.contains(&"state.read_only"));
/// ```
pub fn table() -> impl Iterator<Item = (ErrorCode, &'static str, &'static str)> {
    table::TABLE.iter().map(|entry| (entry.code, entry.message, entry.next))
}

impl Error {
    // Hidden: bots only receive errors.
    /// Makes the error of a code; `values` has a value for each placeholder of its message.
    #[doc(hidden)]
    #[must_use]
    pub fn new(code: ErrorCode, values: &[(&str, &str)]) -> Self {
        Self(Box::new(Inner { code, message: filled(code.entry().message, values), source: None }))
    }

    /// Adds the cause.
    #[doc(hidden)]
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Source>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    pub(crate) fn with_cause(mut self, cause: Option<serde_json::Error>) -> Self {
        self.0.source = cause.map(Into::into);
        self
    }

    /// The code: what failed, for programs. It is equal to its text.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// use botyard::query::Request;
    ///
    /// let params = [("limit".to_owned(), "many".into())];
    /// let request = Request::new("/trades", params.into_iter().collect());
    /// assert_eq!(request.get_integer("limit").unwrap_err().code(), "query.invalid_param");
    /// ```
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// The advice of the error table: what to do next, in full sentences [ERR-3]. The message does not contain it.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// use botyard::query::Request;
    ///
    /// let params = [("limit".to_owned(), "many".into())];
    /// let refused = Request::new("/trades", params.into_iter().collect()).get_integer("limit").unwrap_err();
    /// assert_eq!(refused.to_string(), r#"parameter "limit" must be an integer, got "many""#);
    /// assert_eq!(refused.next(), "Send the parameter with the expected type, or leave it out.");
    /// ```
    #[must_use]
    pub fn next(&self) -> &'static str {
        self.0.code.entry().next
    }
}

/// Replaces the placeholders in one pass, so that braces inside a value are left alone.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut message = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        message.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        match values.iter().find(|(given, _)| *given == name) {
            Some((_, value)) => message.push_str(value),
            None => message.extend(["{", name, "}"]),
        }
        rest = after;
    }
    message + rest
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

/// What `fn main() -> Result<(), Error>` prints: the message with its code, the cause and the advice.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.0.message, self.code())?;
        if let Some(source) = &self.0.source {
            write!(f, "\nCaused by: {source}")?;
        }
        write!(f, "\n{}", self.next())
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_ref().map(|source| source.as_ref() as _)
    }
}
