//! A scheduled bot: it runs once for every tick of its schedule, and reports a result.

use botyard::{input, log, metric, state, success};
use serde::Deserialize;
use serde_json::json;
use std::error::Error;

/// What bot-schema.json guarantees about the config of an instance.
#[derive(Deserialize)]
struct Config {
    symbol: String,
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let input = input::parse_as::<Config>()?;
    let symbol = &input.config.symbol;
    let runs = state::get_as("runs")?.unwrap_or(0u64) + 1;
    log::info_with("running", &json!({ "bot": input.bot_id, "symbol": symbol }))?;

    metric("run", &json!({ "symbol": symbol, "count": runs }))?;
    state::set("runs", &runs)?;
    success(&format!("looked at {symbol}, run {runs}"))?;
    Ok(())
}
