//! The computations of the crossover bot, as pure functions: no clock, no network, no state.
//!
//! They follow `../../crossover.md` exactly, so that bots in other languages compute the same numbers.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::error::Error;

#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub symbol: String,
    pub short_period: usize,
    pub long_period: usize,
    pub update_interval_ms: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { symbol: "AAPL".to_owned(), short_period: 5, long_period: 20, update_interval_ms: 60_000 }
    }
}

impl Settings {
    /// Reads the config, with the defaults of missing settings.
    pub fn of(config: Map<String, Value>) -> Result<Self, Box<dyn Error>> {
        let settings: Self = serde_json::from_value(Value::Object(config))?;
        let (short, long) = (settings.short_period, settings.long_period);
        if short >= long {
            return Err(format!("short_period must be less than long_period, got {short} and {long}").into());
        }
        Ok(settings)
    }
}

/// The closing price of a day.
#[derive(Debug, Clone, Deserialize)]
pub struct Close {
    pub date: String,
    pub close: f64,
    #[serde(default, deserialize_with = "text")]
    pub time: Option<String>,
}

/// Reads a string, and anything else as nothing.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Value::deserialize(deserializer)?.as_str().map(str::to_owned))
}

/// The data of a `price` metric.
#[derive(Debug, Clone, Serialize)]
pub struct Price {
    pub symbol: String,
    pub value: f64,
    pub change_pct: f64,
    pub time: String,
}

/// The data of an `sma` metric.
#[derive(Debug, Clone, Serialize)]
pub struct Sma {
    pub symbol: String,
    pub short_sma: f64,
    pub long_sma: f64,
    pub short_period: usize,
    pub long_period: usize,
    pub time: String,
}

/// A close with its averages.
#[derive(Debug, Clone, Serialize)]
pub struct Measured {
    pub date: String,
    pub price: Price,
    pub sma: Sma,
}

/// The side of the short average, seen from the long one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Above,
    Below,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Trade {
    Buy,
    Sell,
}

/// The data of a `signal` metric without its time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    pub r#type: Trade,
    pub symbol: String,
    pub price: f64,
    pub confidence: f64,
    pub reason: String,
}

/// The data of a `signal` metric.
#[derive(Debug, Serialize)]
pub struct Timed<'a> {
    #[serde(flatten)]
    pub signal: &'a Signal,
    pub time: &'a str,
}

/// Returns the date, `price` and `sma` of the newest close; `None` if there is too little history.
pub fn measure(settings: &Settings, prices: &[Close]) -> Option<Measured> {
    let Settings { symbol, short_period, long_period, .. } = settings;
    let newest = &prices[prices.len().checked_sub(*long_period)?..];
    let [.., previous, current] = newest else { return None };
    let change = (current.close - previous.close) / previous.close * 100.0;
    let time = current.time.as_ref().unwrap_or(&current.date);
    Some(Measured {
        date: current.date.clone(),
        price: Price {
            symbol: symbol.clone(),
            value: rounded(current.close, 2),
            change_pct: rounded(change, 3),
            time: time.clone(),
        },
        sma: Sma {
            symbol: symbol.clone(),
            short_sma: average(&newest[long_period - short_period..]),
            long_sma: average(newest),
            short_period: *short_period,
            long_period: *long_period,
            time: time.clone(),
        },
    })
}

/// Returns the side of the short average, or `before` if the two are equal.
pub fn side(sma: &Sma, before: Option<Side>) -> Option<Side> {
    if sma.short_sma == sma.long_sma {
        return before;
    }
    Some(if sma.short_sma > sma.long_sma { Side::Above } else { Side::Below })
}

/// Returns the signal of a close at which the short average crossed to `side`.
pub fn signal(Measured { price, sma, .. }: &Measured, side: Side) -> Signal {
    let gap = (sma.short_sma - sma.long_sma).abs();
    let one_percent = sma.long_sma / 100.0;
    let (trade, word) = match side {
        Side::Above => (Trade::Buy, "above"),
        Side::Below => (Trade::Sell, "below"),
    };
    Signal {
        r#type: trade,
        symbol: price.symbol.clone(),
        price: price.value,
        confidence: rounded((gap / (gap + one_percent)).min(0.95), 2),
        reason: format!("SMA({}) crossed {word} SMA({})", sma.short_period, sma.long_period),
    }
}

fn average(closes: &[Close]) -> f64 {
    let total: f64 = closes.iter().fold(0.0, |total, close| total + close.close);
    rounded(total / closes.len() as f64, 4)
}

/// Rounds the exact value of `x` to `digits` decimals, the middle away from zero.
pub fn rounded(x: f64, digits: i32) -> f64 {
    // `{:.d}` uses the exact value, but rounds the middle to even. There, the neighbour of x decides.
    let doubled = x * 2f64.powi(digits + 1);
    let in_the_middle = doubled.fract() == 0.0 && doubled % 2.0 != 0.0;
    let x = match in_the_middle {
        true if x > 0.0 => x.next_up(),
        true => x.next_down(),
        false => x,
    };
    let text = format!("{x:.*}", digits as usize);
    // Adding zero turns -0.0 into 0.0.
    text.parse::<f64>().unwrap_or(x) + 0.0
}
