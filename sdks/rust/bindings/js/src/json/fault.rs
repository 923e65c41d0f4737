/// How many steps of the way to a fault are shown, and how many UTF-16 units of a key.
const STEPS: usize = 8;
const KEY: usize = 60;

/// Why a value has no JSON form [JSON-10].
#[derive(Debug)]
pub(crate) struct Fault<J> {
    /// What it is and where, such as `a.b[3] is a function`.
    pub(crate) reason: String,
    /// What code of the value has thrown.
    pub(crate) cause: Option<J>,
}

/// A step on the way from a value to a part of it.
pub(super) enum Step {
    Index(u32),
    Key(String),
}

/// A fault, with the way to it from the inside out.
pub(super) struct Found<J> {
    what: String,
    cause: Option<J>,
    path: Vec<Step>,
}

impl<J> Found<J> {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), cause: None, path: Vec::new() }
    }

    pub(super) fn thrown(cause: J) -> Self {
        Self { cause: Some(cause), ..Self::new("a value that cannot be read") }
    }

    pub(super) fn within(mut self, step: Step) -> Self {
        self.path.push(step);
        self
    }
}

impl<J> From<Found<J>> for Fault<J> {
    fn from(found: Found<J>) -> Self {
        Self { reason: reason(&found.what, &found.path), cause: found.cause }
    }
}

fn reason(what: &str, path: &[Step]) -> String {
    if path.is_empty() {
        return format!("got {what}");
    }
    let shown: String = path.iter().rev().take(STEPS).map(shown_step).collect();
    let shown = shown.strip_prefix('.').unwrap_or(&shown);
    let cut = if path.len() > STEPS { "…" } else { "" };
    format!("{shown}{cut} is {what}")
}

fn shown_step(step: &Step) -> String {
    match step {
        Step::Index(index) => format!("[{index}]"),
        Step::Key(key) => {
            let is_word =
                |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
            if (1..=KEY).contains(&key.len()) && key.chars().all(is_word) {
                return format!(".{key}");
            }
            let units: Vec<u16> = key.encode_utf16().take(KEY).collect();
            format!("[{}]", botyard_core::json::quote(&String::from_utf16_lossy(&units)))
        }
    }
}
