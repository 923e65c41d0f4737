//! The crossover bot, without its two programs: `main.rs` looks at the prices, `query.rs` answers queries.

pub mod feed;
pub mod record;
pub mod strategy;
