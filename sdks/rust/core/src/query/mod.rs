//! Queries: requests, the registered handlers, and the answers.

mod accept;
mod answer;
mod failure;
mod handler;
mod into_error;
mod refusal;
mod registry;
mod request;
mod target;

pub use answer::{Find, HttpQuery, Outcome, answer_http, answer_one_shot, port};
pub use failure::{Cause, Failure, Raised, record};
pub use handler::{Handler, handler, raised_by_panic, try_handler};
pub use into_error::IntoError;
pub use registry::Registry;
pub use request::Request;
pub use target::decode;
pub(crate) use target::percent_decoded;

/// The path of this file in stacks.
#[doc(hidden)]
pub const FILE: &str = file!();

/// The largest request body, in bytes.
pub const MAX_BODY: usize = 1_048_576;
