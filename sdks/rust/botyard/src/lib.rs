#![doc = include_str!("../README.md")]

pub mod input;
pub mod log;
mod metric;
mod process;
pub mod query;
mod result;
pub mod state;
pub mod stop;
#[cfg(feature = "testing")]
pub mod testing;

pub use botyard_core::{Error, ErrorCode};
pub use metric::metric;
pub use result::{error, error_with_data, result, success, success_with_data};
