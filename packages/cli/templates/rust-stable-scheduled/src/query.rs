//! Answers queries about the bot. It can read the bot's state, but not change it.

use botyard::{query, state};
use serde_json::json;
use std::error::Error;

pub fn main() -> Result<(), botyard::Error> {
    query::try_handler("/status", |_| -> Result<_, Box<dyn Error>> {
        let config = query::get_config()?;
        Ok(json!({ "symbol": config["symbol"], "runs": state::get_or("runs", 0)? }))
    })?;
    query::run()
}
