//! Queries: requests, the registered handlers, and the answers.

mod accept;
mod answer;
mod failure;
mod handler;
mod registry;
mod request;
mod target;

pub use answer::{Find, HttpQuery, Outcome, answer_http, answer_one_shot, port};
pub use failure::{Failure, Raised, message_of_panic, record};
pub use handler::{Handler, handler, try_handler};
pub use registry::Registry;
pub use request::Request;
pub use target::decode;
pub(crate) use target::percent_decoded;

/// The largest request body, in bytes.
pub const MAX_BODY: usize = 1_048_576;
