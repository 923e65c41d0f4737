//! How JavaScript values cross into the contract core, the same for every engine: an engine implements [`Js`], and this
//! crate writes values by the rules of `@botyard/core` and calls `botyard_core` with their text.
//!
//! Its rooms are those of `@botyard/core`, as far as these are pure. What they return is text, usually JSON, because a
//! text crosses in one call and a value would need one for each of its parts.

mod answer;
pub mod errors;
pub mod input;
pub mod json;
pub mod log;
pub mod metric;
pub mod request;
pub mod result;
pub mod state;
mod value;

pub use answer::{Answer, Refusal};
pub use value::{Class, Js, Kind, Text};
