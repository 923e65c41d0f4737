//! A program that tests a bot, and is one afterwards.

use botyard::testing::BotOptions;
use botyard::{Error, input, log, metric, state, success};
use serde_json::json;

fn main() -> Result<(), Error> {
    let bot = BotOptions::new().enter();
    metric("hidden", &json!({}))?;
    log::info("hidden")?;
    state::set("key", &1)?;
    success("hidden")?;
    let folders = || std::fs::read_dir(std::env::temp_dir()).map_or(0, Iterator::count);
    let before = folders();
    drop(bot);
    metric("seen", &json!({ "bot": input::parse()?.bot_id, "while": before, "after": folders() }))
}
