//! The bot contract of Botyard as pure functions: JSON rules, error table, metric and log lines, result documents,
//! names of state files, and the answers to queries.
//!
//! This crate performs no I/O and reads neither the environment nor a clock, so it can be bound to other languages.
//! Bots use the crate `botyard`, which adds the process: streams, files, signals and the query server.
//!
//! Names in square brackets, such as `[MET-1]`, are clauses of the contract.

pub mod builtins;
mod errors;
pub mod input;
pub mod json;
pub mod log;
pub mod metric;
pub mod query;
pub mod result;
pub mod state;
mod timestamp;

pub use errors::{Error, cut, kind_of, shown};
pub use timestamp::timestamp;
