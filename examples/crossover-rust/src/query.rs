//! The crossover bot's queries. They read the state that `main.rs` writes.

use botyard::{query, state};
use crossover::record::{KEY, Record};
use crossover::strategy::Settings;
use std::error::Error;

pub fn main() -> Result<(), botyard::Error> {
    query::try_handler("/status", |_| remembered().map(Record::status))?;
    query::try_handler("/performance", |_| remembered().map(Record::performance))?;
    query::try_handler("/signals", |request| -> Result<_, Box<dyn Error>> {
        let limit = request.get_integer("limit")?.unwrap_or(10);
        Ok(remembered()?.signals(limit))
    })?;
    query::run()
}

fn remembered() -> Result<Record, Box<dyn Error>> {
    let settings = Settings::of(query::get_config()?)?;
    Ok(Record::resume(&settings, state::get(KEY)?)?)
}
