//! The record that the crossover bot keeps between looks, and the answers to its queries.
//!
//! The record is a JSON object under one state key; `../../crossover.md` describes its fields. All functions are pure.

use crate::strategy::{self, Close, Measured, Settings, Side, Signal, Trade};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub const KEY: &str = "crossover";
const KEPT_SIGNALS: usize = 100;
/// The maximum number of new closes in one look. With more, the record begins afresh.
pub const MOST_NEW_CLOSES: usize = 300;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    format: u8,
    symbol: String,
    short_period: usize,
    long_period: usize,
    since: Option<String>,
    date: Option<String>,
    observations: u64,
    price: Option<f64>,
    change_pct: Option<f64>,
    short_sma: Option<f64>,
    long_sma: Option<f64>,
    side: Option<Side>,
    buys: u64,
    sells: u64,
    signals: Vec<DatedSignal>,
    entry: Option<Entry>,
    trades: u64,
    wins: u64,
    equity: f64,
}

/// A signal with the date of its close.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DatedSignal {
    pub date: String,
    #[serde(flatten)]
    pub signal: Signal,
}

/// An open paper trade.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    date: String,
    price: f64,
}

/// The stored value is not a record.
#[derive(Debug)]
pub struct NotARecord;

impl std::fmt::Display for NotARecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the state key \"{KEY}\" does not contain a crossover record: delete it to begin afresh")
    }
}

impl std::error::Error for NotARecord {}

impl Record {
    /// Returns the stored record, or a new one if there is none for these settings.
    pub fn resume(settings: &Settings, stored: Option<Value>) -> Result<Self, NotARecord> {
        match stored.unwrap_or_default() {
            Value::Null => Ok(Self::new(settings)),
            Value::Object(fields) if fields.get("format") == Some(&json!(1)) => {
                let record: Self = serde_json::from_value(Value::Object(fields)).map_err(|_| NotARecord)?;
                Ok(if record.belongs_to(settings) { record } else { Self::new(settings) })
            }
            _ => Err(NotARecord),
        }
    }

    fn new(settings: &Settings) -> Self {
        Self {
            format: 1,
            symbol: settings.symbol.clone(),
            short_period: settings.short_period,
            long_period: settings.long_period,
            since: None,
            date: None,
            observations: 0,
            price: None,
            change_pct: None,
            short_sma: None,
            long_sma: None,
            side: None,
            buys: 0,
            sells: 0,
            signals: Vec::new(),
            entry: None,
            trades: 0,
            wins: 0,
            equity: 1.0,
        }
    }

    fn belongs_to(&self, settings: &Settings) -> bool {
        self.symbol == settings.symbol
            && self.short_period == settings.short_period
            && self.long_period == settings.long_period
    }

    /// Takes all closes that are new, in order, and returns their signals. There must be at least `long_period` closes.
    ///
    /// The record begins afresh with the newest close if the feed has begun a new lap or if there are too many new
    /// closes.
    pub fn catch_up(&mut self, settings: &Settings, prices: &[Close]) -> Vec<DatedSignal> {
        let first_new = self.first_new(settings, prices).unwrap_or_else(|| {
            *self = Self::new(settings);
            prices.len() - 1
        });
        (first_new..prices.len())
            .filter_map(|newest| strategy::measure(settings, &prices[..=newest]))
            .filter_map(|measured| self.take(&measured))
            .collect()
    }

    /// Returns the index of the first new close; `None` if the record does not continue.
    fn first_new(&self, settings: &Settings, prices: &[Close]) -> Option<usize> {
        let last = self.date.as_ref()?;
        let seen = prices.partition_point(|price| price.date <= *last);
        let continues = prices.last()?.date >= *last && seen >= settings.long_period;
        continues.then_some(seen)
    }

    /// Takes one more close and returns its signal, if any.
    pub fn take(&mut self, measured: &Measured) -> Option<DatedSignal> {
        let Measured { date, price, sma } = measured;
        let before = self.side;
        self.side = strategy::side(sma, before);
        self.since.get_or_insert_with(|| date.clone());
        self.date = Some(date.clone());
        self.observations += 1;
        self.price = Some(price.value);
        self.change_pct = Some(price.change_pct);
        self.short_sma = Some(sma.short_sma);
        self.long_sma = Some(sma.long_sma);
        if before.is_none() || self.side == before {
            return None;
        }
        let signal = DatedSignal { date: date.clone(), signal: strategy::signal(measured, self.side?) };
        self.signals.push(signal.clone());
        if self.signals.len() > KEPT_SIGNALS {
            self.signals.remove(0);
        }
        self.trade(&signal);
        Some(signal)
    }

    /// Records a paper trade: a BUY opens a trade, a SELL closes it.
    fn trade(&mut self, DatedSignal { date, signal }: &DatedSignal) {
        if signal.r#type == Trade::Buy {
            self.buys += 1;
            self.entry = Some(Entry { date: date.clone(), price: signal.price });
            return;
        }
        self.sells += 1;
        if let Some(entry) = self.entry.take() {
            self.trades += 1;
            self.wins += u64::from(signal.price > entry.price);
            self.equity *= signal.price / entry.price;
        }
    }

    /// Returns the answer to /status.
    pub fn status(mut self) -> Status {
        Status {
            symbol: self.symbol,
            short_period: self.short_period,
            long_period: self.long_period,
            since: self.since,
            date: self.date,
            price: self.price,
            change_pct: self.change_pct,
            short_sma: self.short_sma,
            long_sma: self.long_sma,
            side: self.side,
            observations: self.observations,
            last_signal: self.signals.pop(),
        }
    }

    /// Returns the answer to /signals: the newest `limit` signals, newest first.
    pub fn signals(mut self, limit: i64) -> Signals {
        self.signals.reverse();
        self.signals.truncate(limit.max(0) as usize);
        Signals { signals: self.signals, total: self.buys + self.sells }
    }

    /// Returns the answer to /performance: the result of trading every signal.
    pub fn performance(self) -> Performance {
        Performance {
            symbol: self.symbol,
            buys: self.buys,
            sells: self.sells,
            trades: self.trades,
            wins: self.wins,
            return_pct: strategy::rounded((self.equity - 1.0) * 100.0, 3),
            entry: self.entry,
        }
    }
}

/// Returns what is measured at the closes later than the stored date, or at least at the newest.
pub fn to_emit(settings: &Settings, stored: Option<&Value>, prices: &[Close]) -> Vec<Measured> {
    let last = stored.and_then(|record| record["date"].as_str()).unwrap_or_default();
    let old = prices.partition_point(|price| *price.date <= *last);
    let first = old.max(settings.long_period - 1).min(prices.len().saturating_sub(1));
    (first..prices.len()).filter_map(|newest| strategy::measure(settings, &prices[..=newest])).collect()
}

#[derive(Debug, Serialize)]
pub struct Status {
    symbol: String,
    short_period: usize,
    long_period: usize,
    since: Option<String>,
    date: Option<String>,
    price: Option<f64>,
    change_pct: Option<f64>,
    short_sma: Option<f64>,
    long_sma: Option<f64>,
    side: Option<Side>,
    observations: u64,
    last_signal: Option<DatedSignal>,
}

#[derive(Debug, Serialize)]
pub struct Signals {
    signals: Vec<DatedSignal>,
    total: u64,
}

#[derive(Debug, Serialize)]
pub struct Performance {
    symbol: String,
    buys: u64,
    sells: u64,
    trades: u64,
    wins: u64,
    return_pct: f64,
    entry: Option<Entry>,
}
