//! Reading and writing JSON by the rules of the contract [JSON-1 … JSON-18], on top of `serde_json`.

mod number;
mod read;
mod write;

pub(crate) use number::{Integral, integral, spelled};
pub use read::{read, read_object};
pub use write::{NotObject, append_quoted, quote, write, write_object};
pub(crate) use write::{append_object, append_object_text};

/// How deeply a written value may be nested. Every SDK reads 64 [JSON-12]; the feature `deep-nesting` allows what the
/// platform itself reads.
pub const MAX_DEPTH: usize = if cfg!(feature = "deep-nesting") { 512 } else { 64 };
