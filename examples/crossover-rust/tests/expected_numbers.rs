//! The pure functions against independently computed numbers.

use crossover::record::{MOST_NEW_CLOSES, Record, to_emit};
use crossover::strategy::{Close, Settings, rounded};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
struct Life {
    settings: Settings,
    looks: Vec<Value>,
    status: Value,
    signals: Value,
    performance: Value,
}

#[derive(Deserialize)]
struct History {
    #[serde(flatten)]
    settings: Settings,
    since: String,
    signals: Value,
}

fn text(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&file).unwrap_or_else(|cause| panic!("{}: {cause}", file.display()))
}

fn fixture<T: for<'de> Deserialize<'de>>(name: &str) -> T {
    serde_json::from_str(&text(&format!("expected/fixtures/{name}"))).unwrap()
}

fn closes(symbol: &str) -> Vec<Close> {
    let rows = text(&format!("price-feed/data/{symbol}.csv"));
    let close = |row: &str| {
        let (date, close) = row.split_once(',').unwrap();
        Close { date: date.to_owned(), close: close.parse().unwrap(), time: None }
    };
    rows.lines().skip(1).map(close).collect()
}

/// Returns the part of the known closes that the feed sends to the bot.
fn answer<'a>(settings: &Settings, known: &'a [Close]) -> &'a [Close] {
    &known[known.len().saturating_sub(settings.long_period + MOST_NEW_CLOSES)..]
}

/// The record as the next process reads it.
fn restored(settings: &Settings, record: &Record) -> Record {
    Record::resume(settings, Some(json!(record))).unwrap()
}

/// JSON without the difference between 5 and 5.0.
fn plain(value: impl serde::Serialize) -> Value {
    match json!(value) {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, plain(value))).collect(),
        other => other,
    }
}

#[test]
fn rounding_is_exact_and_rounds_the_middle_away_from_zero() {
    for (x, digits, expected) in fixture::<Vec<(f64, i32, f64)>>("rounding.json") {
        assert_eq!(rounded(x, digits).to_bits(), expected.to_bits(), "round({x}, {digits})");
    }
}

#[test]
fn a_bots_history_matches_the_computed_one() {
    for (name, life) in fixture::<BTreeMap<String, Life>>("looks.json") {
        let history = closes(&life.settings.symbol);
        let mut record = Record::resume(&life.settings, None).unwrap();
        for look in &life.looks {
            let at = look["at"].as_str().unwrap();
            let known = &history[..history.partition_point(|price| *price.date <= *at)];
            let known = answer(&life.settings, known);
            let emitted = to_emit(&life.settings, Some(&json!(record)), known);
            let [first, ..] = &emitted[..] else {
                assert_eq!(*look, json!({ "at": at, "closes": known.len() }), "{name}");
                continue;
            };
            let signals = record.catch_up(&life.settings, known);
            record = restored(&life.settings, &record);
            let mut seen = json!(emitted.last());
            seen["at"] = json!(at);
            seen["first"] = json!(first.date);
            seen["signals"] = json!(signals);
            assert_eq!(plain(seen), plain(look), "{name}");
        }
        assert_eq!(plain(record.clone().status()), plain(&life.status), "{name}");
        assert_eq!(plain(record.clone().signals(100)), plain(&life.signals), "{name}");
        assert_eq!(plain(record.performance()), plain(&life.performance), "{name}");
    }
}

#[test]
fn the_signals_of_thirteen_years_match_those_computed_from_the_closes() {
    for History { settings, since, signals } in fixture::<Vec<History>>("signals.json") {
        let prices = closes(&settings.symbol);
        for pauses in [&[1][..], &[1, 2, 13, 1, 40], &[300, 299, 1, 300, 300, 150]] {
            let mut record = Record::resume(&settings, None).unwrap();
            let mut shown = Vec::new();
            let mut known = settings.long_period;
            for pause in pauses.iter().cycle() {
                for fired in record.catch_up(&settings, answer(&settings, &prices[..known])) {
                    shown.push(json!([fired.date, fired.signal.r#type, fired.signal.price]));
                }
                if known == prices.len() {
                    break;
                }
                known = prices.len().min(known + pause);
            }
            assert_eq!(plain(shown), plain(&signals), "{} {pauses:?}", settings.symbol);
            let status = json!(record.status());
            assert_eq!(status["since"], *since);
            assert_eq!(status["observations"], prices.len() - settings.long_period + 1);
        }
    }
}
