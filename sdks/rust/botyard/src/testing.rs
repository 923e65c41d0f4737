//! Runs a bot's code in a test, without a platform. It needs the feature `testing`: `cargo add --dev botyard --features
//! testing`. A build of the bot does not get the features of its tests, unless its `resolver` is `"1"`.
//!
//! While a [`Bot`] exists, the functions of the SDK belong to it, in all threads: they get its id and config, what they emit
//! is in its lists, and its state and result are in a temporary folder. Bots that are made at once, in several threads, take
//! turns. Its clock moves only while the bot waits with [`stop::wait`](crate::stop::wait), which returns at once.
//!
//! A thread that has called the SDK for a bot does not reach the next one: when its bot is dropped, or ended by
//! [`error`](crate::error()), the functions that write fail there, and [`stop::requested`](crate::stop::requested) is true.
//!
//! [`BotOptions`] makes a bot, and [`Bot`] runs its programs and asks its queries.

mod bot;
mod options;
mod records;

pub use bot::Bot;
pub use options::BotOptions;
pub use records::{LogRecord, Metric};
