//! The bot and its queries, run without a platform.

use botyard::testing::BotOptions;
use serde_json::json;
use std::error::Error;

#[path = "../src/main.rs"]
mod bot;
#[path = "../src/query.rs"]
mod query;

#[test]
fn it_counts_its_runs() -> Result<(), Box<dyn Error>> {
    let config = json!({ "symbol": "AAPL" });
    let bot = BotOptions::new().config(&config).enter();
    assert_eq!(bot.run(bot::main)?, 0);
    assert_eq!(bot.run(bot::main)?, 0);
    let metrics = bot.metrics();
    assert_eq!(metrics[1].data, json!({ "symbol": "AAPL", "count": 2 }));
    let result = json!({ "status": "success", "message": "looked at AAPL, run 2" });
    assert_eq!(bot.result(), Some(result));

    bot.run(query::main)?;
    let answer = json!({ "status": "ok", "data": { "symbol": "AAPL", "runs": 2 } });
    assert_eq!(bot.ask("/status"), answer);
    Ok(())
}
