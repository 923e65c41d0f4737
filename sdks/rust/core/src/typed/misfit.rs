use super::expected::{contract_words, one_of};
use super::rounded;
use super::secret::quotes;
use crate::{cut, kind_of, shown};
use serde::de::{self, Expected, Unexpected};
use serde_json::Value;
use std::fmt;

/// The longest words of a type of the bot that an error quotes.
const MAX_WORDS: usize = 100;

/// The first part of a value that does not fit its type [JSON-20]. Its `Display` is what serde says.
#[derive(Debug)]
pub(crate) struct Misfit(Box<Inner>);

#[derive(Debug)]
struct Inner {
    /// From the value as a whole to the part; while it is being read, the other way round.
    path: Vec<Step>,
    found: Found,
    /// What is expected instead, if serde or the type says so.
    expected: Option<String>,
    /// What serde or the type says.
    words: String,
    /// Whether they are of a type of the bot, which might quote the value.
    is_bots: bool,
    kind: &'static str,
    shown: String,
}

/// The way from a value to a part of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

impl Step {
    pub(super) fn is_key(&self, key: &str) -> bool {
        matches!(self, Self::Key(own) if own == key)
    }
}

/// What a type found instead of what it expects.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Found {
    Value(Value),
    Array,
    Object,
    /// A member is missing.
    Nothing,
    /// A member that the type does not have.
    Unknown,
    /// serde does not say.
    Unsaid,
}

impl Misfit {
    fn new(found: Found, expected: Option<String>, words: String) -> Self {
        let (path, shown) = (Vec::new(), String::new());
        Self(Box::new(Inner { path, found, expected, words, is_bots: false, kind: "", shown }))
    }

    fn of(problem: &str, found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let serde = expected.to_string();
        if matches!(found, Unexpected::Str(text) if rounded::notes(text, &serde)) {
            return Self::new(Found::Unsaid, None, String::new());
        }
        let own = contract_words(&serde);
        let is_bots = own.is_none();
        let words = format!("{problem}{found}, expected {serde}");
        let mut misfit = Self::new(found.into(), Some(own.unwrap_or(serde)), words);
        misfit.0.is_bots = is_bots;
        misfit
    }

    /// What is expected in the contract's own words, where serde would not know them.
    pub(super) fn expecting(expected: String, found: Unexpected<'_>) -> Self {
        let words = format!("invalid type: {found}, expected {expected}");
        Self::new(found.into(), Some(expected), words)
    }

    /// A number that a type would round.
    pub(super) fn rounded(found: Unexpected<'_>, name: &str) -> Self {
        Self::of("invalid value: ", found, &&*format!("a number that {name} holds"))
    }

    /// The same of a value that has this part at this step.
    pub(super) fn inside(mut self, step: Step) -> Self {
        self.0.path.push(step);
        self
    }

    pub(super) fn with_path_from_root(mut self) -> Self {
        self.0.path.reverse();
        self
    }

    /// Adds what is found at the path in the value that was read.
    pub(super) fn found_in(mut self, value: &Value) -> Self {
        if let Some(part) = part_of(value, &self.0.path) {
            self.0.kind = kind_of(part);
            self.0.shown = shown(part);
        }
        self
    }

    pub(super) fn path(&self) -> &[Step] {
        &self.0.path
    }

    pub(super) fn found(&self) -> &Found {
        &self.0.found
    }

    pub(super) fn expected(&self) -> Option<&str> {
        self.0.expected.as_deref()
    }

    pub(super) fn at(mut self, path: Vec<Step>) -> Self {
        self.0.path = path;
        self
    }

    pub(super) fn with_expected(mut self, expected: Option<String>) -> Self {
        self.0.expected = expected;
        self
    }

    /// The parameter that does not fit, what it must be, and what it is.
    pub(crate) fn of_parameter(&self) -> (String, String, String) {
        let key = match self.path() {
            [Step::Key(key)] => key.clone(),
            path => text_of(path),
        };
        let value = if self.0.found == Found::Nothing { "nothing" } else { &self.0.shown };
        let expected = match (&self.0.found, self.expected()) {
            (Found::Unknown, _) => "absent".to_owned(),
            (_, Some(expected)) => expected.to_owned(),
            (Found::Nothing, None) => "a value".to_owned(),
            (_, None) => format!("valid ({})", cut(&self.0.words, MAX_WORDS)),
        };
        (shown(&key), expected, value.to_owned())
    }

    /// Says what does not fit. Words of the bot's types are left out if they quote any part of `secret` [IN-5].
    pub(crate) fn reason(&self, secret: Option<&Value>) -> String {
        let place = text_of(self.path());
        let place = if place.is_empty() { "it" } else { &place };
        let quotes = |words: &str| secret.is_some_and(|secret| quotes(&words.to_lowercase(), secret));
        match (&self.0.found, self.expected()) {
            (Found::Nothing, _) => format!("{place} is missing"),
            (Found::Unknown, _) => format!("{place} is unknown"),
            (_, Some(expected)) if !(self.0.is_bots && quotes(expected)) => {
                format!("{place} must be {expected}, got {}", self.0.kind)
            }
            (_, None) if !self.0.words.trim().is_empty() && !quotes(&self.0.words) => {
                format!("{place} does not fit: {}", cut(self.0.words.trim(), MAX_WORDS))
            }
            _ => format!("{place} does not fit"),
        }
    }
}

pub(super) fn part_of<'a>(value: &'a Value, path: &[Step]) -> Option<&'a Value> {
    path.iter().try_fold(value, |part, step| match step {
        Step::Key(key) => part.get(key),
        Step::Index(index) => part.get(index),
    })
}

/// A path as in `legs[0].size`.
fn text_of(path: &[Step]) -> String {
    let text: String = path
        .iter()
        .map(|step| match step {
            Step::Index(index) => format!("[{index}]"),
            Step::Key(key) if is_plain(key) => format!(".{}", cut(key, MAX_WORDS)),
            Step::Key(key) => format!("[{}]", shown(key)),
        })
        .collect();
    text.strip_prefix('.').map(str::to_owned).unwrap_or(text)
}

fn is_plain(key: &str) -> bool {
    !key.starts_with(|first: char| first.is_numeric())
        && !key.is_empty()
        && key.chars().all(|character| character.is_alphanumeric() || character == '_')
}

impl From<Unexpected<'_>> for Found {
    fn from(found: Unexpected<'_>) -> Self {
        match found {
            Unexpected::Bool(value) => Self::Value(value.into()),
            Unexpected::Unsigned(value) => Self::Value(value.into()),
            Unexpected::Signed(value) => Self::Value(value.into()),
            Unexpected::Float(value) => Self::Value(value.into()),
            Unexpected::Str(text) => Self::Value(text.into()),
            Unexpected::Char(text) => Self::Value(text.to_string().into()),
            Unexpected::Unit | Unexpected::Option => Self::Value(Value::Null),
            Unexpected::Seq => Self::Array,
            Unexpected::Map => Self::Object,
            _ => Self::Unsaid,
        }
    }
}

impl de::Error for Misfit {
    fn custom<T: fmt::Display>(words: T) -> Self {
        let mut misfit = Self::new(Found::Unsaid, None, words.to_string());
        misfit.0.is_bots = true;
        misfit
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of("invalid type: ", found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of("invalid value: ", found, expected)
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let words = format!("unknown variant {}", shown(variant));
        let expected = (!expected.is_empty()).then(|| one_of(expected));
        Self::new(Found::Value(variant.into()), expected, words)
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        let words = format!("unknown field {}", shown(field));
        Self::new(Found::Unknown, None, words).inside(Step::Key(field.to_owned()))
    }

    fn missing_field(field: &'static str) -> Self {
        let words = format!("missing field {}", shown(field));
        Self::new(Found::Nothing, None, words).inside(Step::Key(field.to_owned()))
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.words)
    }
}

impl std::error::Error for Misfit {}
