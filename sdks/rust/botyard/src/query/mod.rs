//! Read-only queries to a bot, answered by a program of its own, the bot's `entrypoints.query`.
//!
//! The program registers a handler for each path and then calls [`run`]. The platform starts it for one query or keeps
//! it as a server. It also answers `/health` and `/info`, where the bot has no handlers for them.
//!
//! ```no_run
//! use botyard::{query, state};
//!
//! fn main() -> Result<(), botyard::Error> {
//!     query::handler("/limits", |_| [10, 20])?;
//!     query::try_handler("/trades", |request| -> Result<_, botyard::Error> {
//!         let from = request.get_integer("from")?.unwrap_or(0);
//!         Ok(serde_json::json!({ "from": from, "trades": state::get("trades")? }))
//!     })?;
//!     query::run()
//! }
//! ```

#[cfg(feature = "testing")]
mod in_test;
mod left_work;
mod one_shot;
mod server;

use crate::process::environment;
use crate::{Error, ErrorCode, input};
pub use botyard_core::query::Request;
use botyard_core::query::{Handler, IntoError, Registry};
#[cfg(feature = "testing")]
pub(crate) use in_test::{ask, handlers, is_in_handler, replace_handlers};
use serde::Serialize;
use serde_json::{Map, Value};
use std::sync::{PoisonError, RwLock};

static REGISTRY: RwLock<Registry> = RwLock::new(Registry::new());

/// Registers a handler, which returns its answer; a panic is its failure.
///
/// The path is compared as it is, after percent-decoding; it has no patterns. The answer is anything that serde can
/// write; nothing, `()`, is `null`. Of several handlers of one path the last one counts, also while the server is
/// running [Q-2]. In a server, handlers run in several threads at once.
///
/// ```
/// botyard::query::handler("/limits", |_| [10, 20])?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `query.invalid_path` if the path does not begin with `/`
pub fn handler<F, T>(path: &str, answer: F) -> Result<(), Error>
where
    F: Fn(&Request) -> T + Send + Sync + 'static,
    T: Serialize,
{
    register(path, botyard_core::query::handler(answer))
}

/// Registers a handler that returns its answer or an error, whose message becomes the `error` of the answer.
///
/// The error is an [`Error`], a type of the bot that implements [`std::error::Error`], a box of one, a report of anyhow or
/// eyre, or a text. The [`Error`] of a [`Request`]'s typed accessor, also as the source of another one, tells the caller
/// which parameter is wrong (`query.invalid_param`) [Q-48]; every other error is a failure of the handler, which is logged
/// with its sources [Q-38, Q-49].
///
/// ```
/// use botyard::{Error, query, state};
///
/// query::try_handler("/closes", |request| -> Result<_, Error> {
///     let limit: usize = request.get_as("limit")?.unwrap_or(10);
///     let closes: Vec<f64> = state::get_as("closes")?.unwrap_or_default();
///     Ok(closes.into_iter().take(limit).collect::<Vec<_>>())
/// })?;
/// # Ok::<_, Error>(())
/// ```
///
/// # Errors
///
/// `query.invalid_path` if the path does not begin with `/`
pub fn try_handler<F, T, E, Kind>(path: &str, answer: F) -> Result<(), Error>
where
    F: Fn(&Request) -> Result<T, E> + Send + Sync + 'static,
    T: Serialize,
    E: IntoError<Kind> + 'static,
{
    register(path, botyard_core::query::try_handler(answer))
}

/// Returns the bot's config, a new copy at each call [Q-3].
///
/// ```
/// use botyard::{Error, query};
///
/// query::try_handler("/symbol", |_| -> Result<_, Error> { Ok(query::get_config()?.get("symbol").cloned()) })?;
/// # Ok::<_, Error>(())
/// ```
///
/// # Errors
///
/// As [`input::parse`].
pub fn get_config() -> Result<Map<String, Value>, Error> {
    input::parse().map(|input| input.config)
}

/// Answers queries: a single one if `QUERY_PATH` is set, otherwise as an HTTP server until SIGTERM or SIGINT.
///
/// The server listens on `QUERY_HOST` (default: 127.0.0.1) and `QUERY_PORT` (default: 9476). At most 64 handlers run at
/// once; further queries wait. At the signal it finishes the queries that it has received.
///
/// ```no_run
/// # fn main() -> Result<(), botyard::Error> {
/// botyard::query::handler("/limits", |_| [10, 20])?;
/// botyard::query::run()
/// # }
/// ```
///
/// It ends the process and returns only if it fails. It takes over the panic hook: a panic in a handler is logged as
/// the handler's failure, one of another thread as a line of its own.
///
/// # Errors
///
/// `query.already_running` if it is called twice, `query.invalid_port` if `QUERY_PORT` is not a port,
/// `query.listen_failed` if the server cannot listen on its address
pub fn run() -> Result<(), Error> {
    #[cfg(feature = "testing")]
    if let Some(process) = crate::process::test_process::entered() {
        process.keep_result();
        return Ok(());
    }
    if environment::become_query_process() {
        return Err(Error::new(ErrorCode::QueryAlreadyRunning, &[]));
    }
    match environment::get("QUERY_PATH") {
        Some(path) => {
            left_work::install();
            one_shot::run(&path)
        }
        None => server::run(),
    }
}

fn register(path: &str, handler: Handler) -> Result<(), Error> {
    #[cfg(feature = "testing")]
    if crate::process::test_process::check().is_err() {
        return Ok(());
    }
    REGISTRY.write().unwrap_or_else(PoisonError::into_inner).register(path, handler)
}

fn find(path: &str) -> Result<Handler, Vec<String>> {
    REGISTRY.read().unwrap_or_else(PoisonError::into_inner).find(path)
}
