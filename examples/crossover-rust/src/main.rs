//! The crossover bot: watches two moving averages of a stock and signals when they cross.

use botyard::{input, log, metric, state, stop};
use crossover::feed::Feed;
use crossover::record::{KEY, MOST_NEW_CLOSES, Record, to_emit};
use crossover::strategy::{Settings, Timed};
use serde_json::json;
use std::env;
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), botyard::Error> {
    let address = env::var("PRICE_FEED_URL").unwrap_or_default();
    run(&address).map_err(|failure| botyard::error(&failure.to_string()))
}

pub fn run(address: &str) -> Result<(), Box<dyn Error>> {
    let settings = Settings::of(input::parse()?.config)?;
    let feed = Feed::at(address)?;
    while !stop::requested()? {
        look(&settings, &feed)?;
        stop::wait(Duration::from_millis(settings.update_interval_ms))?;
    }
    Ok(())
}

/// Looks once: fetch, take every new close, store, emit.
fn look(settings: &Settings, feed: &Feed) -> Result<(), Box<dyn Error>> {
    let stored = state::get(KEY)?;
    let mut record = Record::resume(settings, stored.clone())?;
    let prices = match feed.newest_prices(&settings.symbol, settings.long_period + MOST_NEW_CLOSES) {
        Ok(prices) => prices,
        Err(failure) => {
            log::warn_with(&failure.message, &json!({ "reason": failure.reason }))?;
            return Ok(());
        }
    };
    if prices.len() < settings.long_period {
        log::info(&format!("too little history: {} of {} closes", prices.len(), settings.long_period))?;
        return Ok(());
    }

    let crossings = record.catch_up(settings, &prices);
    state::set(KEY, &record)?;
    for measured in to_emit(settings, stored.as_ref(), &prices) {
        metric("price", &measured.price)?;
        metric("sma", &measured.sma)?;
        if let Some(fired) = crossings.iter().find(|fired| fired.date == measured.date) {
            metric("signal", &Timed { signal: &fired.signal, time: &measured.price.time })?;
        }
    }
    Ok(())
}
