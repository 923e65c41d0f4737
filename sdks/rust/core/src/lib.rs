#![doc = include_str!("../README.md")]
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
mod typed;

pub use errors::{Error, ErrorCode, cut, kind_of, kind_of_json, shown, table};
pub use timestamp::{read_time, timestamp};
