//! Reading and writing JSON by the rules of the contract [JSON-1 … JSON-18], on top of `serde_json`.

mod read;
mod write;

pub use read::{read, read_object};
pub use write::{NotObject, quote, write, write_object};
pub(crate) use write::{append_object, append_quoted};

/// How deeply a written value may be nested; every SDK reads this depth [JSON-12].
pub const MAX_DEPTH: usize = 64;
