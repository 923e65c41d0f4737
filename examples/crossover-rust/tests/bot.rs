//! The bot and its queries, run without a platform and with a feed of the test.

use botyard::testing::BotOptions;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::thread;
use std::time::Duration;

#[path = "../src/main.rs"]
#[allow(dead_code, reason = "the test has a feed of its own")]
mod bot;
#[path = "../src/query.rs"]
mod query;

#[derive(Deserialize)]
struct Life {
    settings: Value,
    looks: Vec<Value>,
    status: Value,
    signals: Value,
    performance: Value,
}

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

fn life() -> Life {
    let lives = text("expected/fixtures/looks.json");
    serde_json::from_str::<BTreeMap<String, Life>>(&lives)
        .unwrap()
        .remove("the examples of crossover.md")
        .unwrap()
}

/// Starts a feed that knows the closes until the day of each look, and returns its address.
fn feed(symbol: &str, days: Vec<String>) -> String {
    let rows = text(&format!("price-feed/data/{symbol}.csv"));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for day in days {
            let (mut stream, _) = listener.accept().unwrap();
            let head: Vec<_> = BufReader::new(&stream)
                .lines()
                .map(Result::unwrap)
                .take_while(|line| !line.is_empty())
                .collect();
            let (_, limit) = head[0].split_once("limit=").unwrap();
            let limit: usize = limit.split(' ').next().unwrap().parse().unwrap();
            let known = rows.lines().skip(1).filter_map(|row| row.split_once(','));
            let closes = known.take_while(|(date, _)| **date <= *day);
            let prices: Vec<_> = closes
                .map(|(date, close)| json!({ "date": date, "close": close.parse::<f64>().unwrap() }))
                .collect();
            let body = json!({ "prices": prices[prices.len().saturating_sub(limit)..] }).to_string();
            let length = body.len();
            write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}")
                .unwrap();
        }
    });
    address
}

#[test]
fn a_bot_looks_until_it_is_stopped_and_its_queries_answer() -> Result<(), Box<dyn Error>> {
    let life = life();
    let mut config = life.settings.clone();
    config["update_interval_ms"] = json!(60_000);
    let days = life.looks.iter().map(|look| look["at"].as_str().unwrap().to_owned()).collect();
    let address = feed(config["symbol"].as_str().unwrap(), days);
    let minutes = Duration::from_secs(60 * life.looks.len() as u64);
    let bot = BotOptions::new().config(&config).stop_after(minutes).enter();
    assert_eq!(bot.run(|| bot::run(&address))?, 0);
    let metrics = bot.metrics().into_iter().filter(|metric| metric.kind == "signal");
    let emitted: Vec<_> = metrics.map(|metric| metric.data["type"].clone()).collect();
    let fired = life.looks.iter().filter_map(|look| look["signals"].as_array()).flatten();
    assert_eq!(emitted, fired.map(|signal| signal["type"].clone()).collect::<Vec<_>>());

    bot.run(query::main)?;
    assert_eq!(bot.ask("/status")["data"], life.status);
    assert_eq!(bot.ask_with("/signals", &json!({ "limit": 100 }))["data"], life.signals);
    assert_eq!(bot.ask("/performance")["data"], life.performance);
    Ok(())
}

#[test]
fn a_feed_that_does_not_answer_is_logged_and_asked_again() -> Result<(), Box<dyn Error>> {
    let config = json!({ "update_interval_ms": 1000 });
    let bot = BotOptions::new().config(&config).stop_after(Duration::from_secs(2)).enter();
    assert_eq!(bot.run(|| bot::run("http://127.0.0.1:9"))?, 0);
    let messages: Vec<_> = bot.logs().into_iter().map(|record| record.message).collect();
    assert_eq!(messages, ["the price feed did not answer"; 2]);
    assert_eq!(bot.metrics(), []);
    Ok(())
}

#[test]
fn a_bot_without_a_feed_fails_and_says_what_to_set() {
    let bot = BotOptions::new().enter();
    let failure = bot.run(|| bot::run("")).unwrap_err();
    assert!(failure.to_string().starts_with("PRICE_FEED_URL is not set"), "{failure}");
}
