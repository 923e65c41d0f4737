//! Events of the crate `tracing` as log lines.

use botyard::log;
use botyard::testing::{BotOptions, LogRecord};
use serde_json::{Value, json};
use std::error::Error;
use std::fmt;
use tracing::{debug, error, field, info, info_span, trace, warn};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};

/// The log of a bot that does this.
fn logged(work: impl FnOnce()) -> Vec<LogRecord> {
    let bot = BotOptions::new().enter();
    tracing::subscriber::with_default(tracing_subscriber::registry().with(log::layer()), work);
    bot.logs()
}

fn data_of(work: impl FnOnce()) -> Value {
    logged(work).remove(0).data.unwrap()
}

#[test]
fn an_event_is_a_line_with_its_level_and_message() {
    let symbol = "AAPL";
    let logs = logged(|| {
        trace!("looked");
        debug!("looked at {symbol}");
        info!("bought");
        warn!("slow");
        error!("refused");
    });
    let shown: Vec<_> = logs.iter().map(|one| (one.level.as_str(), one.message.as_str())).collect();
    let expected = ["debug looked", "debug looked at AAPL", "info bought", "warn slow", "error refused"];
    assert_eq!(shown, expected.map(|text| text.split_once(' ').unwrap()));
    assert_eq!(logs[0].data, Some(json!({ "target": "tracing" })));
    assert_eq!(logs[0].timestamp, "2026-01-01T00:00:00.000Z");
}

#[test]
fn its_fields_are_data_with_their_types() {
    let data = data_of(|| info!(lots = 3, loss = -2, price = 187.5, open = true, r#type = "buy", "bought"));
    let expected =
        json!({ "target": "tracing", "lots": 3, "loss": -2, "price": 187.5, "open": true, "type": "buy" });
    assert_eq!(data, expected);
    let data = data_of(|| info!(target: "orders", legs = ?[1, 2], symbol = %"AAPL"));
    assert_eq!(data, json!({ "target": "orders", "legs": "[1, 2]", "symbol": "AAPL" }));
}

#[test]
fn an_event_without_a_message_has_an_empty_one() {
    assert_eq!(logged(|| info!(lots = 3))[0].message, "");
}

#[test]
fn the_fields_of_its_spans_are_data_from_the_outermost_on() {
    let data = data_of(|| {
        let outer = info_span!("day", symbol = "MSFT", lots = 1, message = "of the span");
        let inner = info_span!(parent: &outer, "order", lots = 2, id = field::Empty);
        inner.record("id", 7);
        inner.in_scope(|| info!(lots = 3, "bought"));
    });
    let expected =
        json!({ "target": "tracing", "symbol": "MSFT", "lots": 3, "id": 7, "message": "of the span" });
    assert_eq!(data, expected);
}

#[test]
fn an_error_is_written_with_its_causes_also_if_they_have_no_end() {
    let parsed = "x".parse::<u8>().unwrap_err();
    let data = data_of(|| warn!(cause = &parsed as &(dyn Error + 'static), "ignored"));
    assert_eq!(data["cause"], "invalid digit found in string");
    let data = data_of(|| warn!(cause = &Endless as &(dyn Error + 'static), "ignored"));
    assert_eq!(data["cause"], ["endless"; 9].join(": "));
}

#[derive(Debug)]
struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("endless")
    }
}

impl Error for Endless {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self)
    }
}

#[test]
fn a_filter_decides_what_is_logged() {
    let bot = BotOptions::new().enter();
    let layer = log::layer().with_filter(LevelFilter::WARN);
    tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
        info!("bought");
        warn!("slow");
    });
    assert_eq!(bot.logs().len(), 1);
}
