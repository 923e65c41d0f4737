//! A realtime bot: it runs until the platform stops it.

use botyard::{input, log, metric, state, stop};
use serde::Deserialize;
use serde_json::json;
use std::error::Error;
use std::time::Duration;

/// What bot-schema.json guarantees about the config of an instance.
#[derive(Deserialize)]
struct Config {
    symbol: String,
    interval_seconds: f64,
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let input = input::parse_as::<Config>()?;
    let config = input.config;
    let mut beats: u64 = state::get_as("beats")?.unwrap_or(0);
    log::info_with(
        "started",
        &json!({ "bot": input.bot_id, "symbol": config.symbol }),
    )?;

    while !stop::requested()? {
        beats += 1;
        metric("beat", &json!({ "symbol": config.symbol, "count": beats }))?;
        state::set("beats", &beats)?;
        stop::wait(Duration::from_secs_f64(config.interval_seconds))?;
    }
    Ok(())
}
