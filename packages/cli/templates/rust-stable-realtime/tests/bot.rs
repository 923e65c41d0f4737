//! The bot and its queries, run without a platform.

use botyard::testing::BotOptions;
use serde_json::json;
use std::error::Error;
use std::time::Duration;

#[path = "../src/main.rs"]
mod bot;
#[path = "../src/query.rs"]
mod query;

#[test]
fn it_beats_until_it_is_asked_to_stop() -> Result<(), Box<dyn Error>> {
    let config = json!({ "symbol": "AAPL", "interval_seconds": 5 });
    let bot = BotOptions::new()
        .config(&config)
        .stop_after(Duration::from_secs(10))
        .enter();
    bot.run(bot::main)?;
    let metrics = bot.metrics();
    assert_eq!(metrics.len(), 2);
    assert_eq!(metrics[1].data, json!({ "symbol": "AAPL", "count": 2 }));

    bot.run(query::main)?;
    let answer = json!({ "status": "ok", "data": { "symbol": "AAPL", "beats": 2 } });
    assert_eq!(bot.ask("/status"), answer);
    Ok(())
}
