//! The record of the bot and the answers to its queries.

use crossover::record::{Record, to_emit};
use crossover::strategy::{Close, Measured, Price, Settings, Side, Sma, Trade, signal};
use serde_json::{Map, Value, json};

fn settings() -> Settings {
    Settings { symbol: "ACME".to_owned(), short_period: 2, long_period: 5, ..Settings::default() }
}

fn fresh() -> Record {
    Record::resume(&settings(), None).unwrap()
}

/// A look as `strategy::measure` returns it.
fn measured(date: &str, short_sma: f64, long_sma: f64, value: f64) -> Measured {
    let (symbol, time) = ("ACME".to_owned(), date.to_owned());
    Measured {
        date: date.to_owned(),
        price: Price { symbol: symbol.clone(), value, change_pct: 0.0, time: time.clone() },
        sma: Sma { symbol, short_sma, long_sma, short_period: 2, long_period: 5, time },
    }
}

/// Takes one close a day with these short averages and returns the record and the signals.
fn live(short_averages: &[f64]) -> (Record, Vec<Option<Trade>>) {
    let mut record = fresh();
    let take = |(day, short): (usize, &f64)| {
        let fired = record.take(&measured(&format!("day {day:03}"), *short, 10.0, 10.0));
        fired.map(|fired| fired.signal.r#type)
    };
    let fired = short_averages.iter().enumerate().map(take).collect();
    (record, fired)
}

#[test]
fn a_cross_signals_once_and_the_first_close_never() {
    use Trade::{Buy, Sell};
    assert_eq!(live(&[11.0, 9.0, 9.0]).1, [None, Some(Sell), None]);
    assert_eq!(live(&[9.0, 11.0, 11.0, 9.0]).1, [None, Some(Buy), None, Some(Sell)]);
}

#[test]
fn equal_averages_keep_the_side() {
    assert_eq!(live(&[11.0, 10.0, 11.0, 10.0, 9.0]).1, [None, None, None, None, Some(Trade::Sell)]);
    let (record, fired) = live(&[10.0, 10.0, 11.0]);
    assert_eq!(fired, [None, None, None]);
    assert_eq!(json!(record.status())["side"], "above");
}

#[test]
fn confidence_is_half_at_one_percent_and_at_most_95_hundredths() {
    let confidence = |short| signal(&measured("day", short, 100.0, 10.0), Side::Above).confidence;
    let seen = [100.001, 101.0, 103.0, 119.0, 120.0, 1000.0].map(confidence);
    assert_eq!(seen, [0.0, 0.5, 0.75, 0.95, 0.95, 0.95]);
}

fn prices() -> Vec<Close> {
    let close = |number: u32| Close {
        date: format!("day {number:03}"),
        close: f64::from(10 + number % 9),
        time: Some(format!("time {number:03}")),
    };
    (0..400).map(close).collect()
}

/// The record of a bot that looked once, when `known` closes were known.
fn caught_up(known: usize) -> Record {
    let mut record = fresh();
    record.catch_up(&settings(), &prices()[..known]);
    record
}

#[test]
fn a_look_takes_every_close_since_the_one_before() {
    let mut daily = caught_up(5);
    for known in 6..=305 {
        daily.catch_up(&settings(), &prices()[..known]);
    }
    let mut paused = caught_up(5);
    paused.catch_up(&settings(), &prices()[..305]);
    assert_eq!(paused, daily);
    let status = json!(daily.status());
    assert_eq!([&status["since"], &status["date"]], ["day 004", "day 304"]);
    assert_eq!(status["observations"], 301);
}

#[test]
fn a_look_without_a_new_close_changes_nothing() {
    let mut record = caught_up(20);
    assert_eq!(record.catch_up(&settings(), &prices()[..20]), []);
    assert_eq!(record, caught_up(20));
}

#[test]
fn a_look_emits_what_no_earlier_look_has_or_the_newest_close_again() {
    let prices = prices();
    let emitted = |stored: Option<&Record>, known: std::ops::Range<usize>| {
        let measured = to_emit(&settings(), stored.map(|record| json!(record)).as_ref(), &prices[known]);
        assert!(measured.iter().all(|one| one.price.time == one.sma.time));
        let ends = [measured.first(), measured.last()].map(|one| one.map(|one| one.price.time.clone()));
        (measured.len(), ends.map(Option::unwrap_or_default))
    };
    let shown = |count: usize, first: &str, last: &str| (count, [first.to_owned(), last.to_owned()]);
    assert_eq!(emitted(None, 0..305), shown(301, "time 004", "time 304"));
    assert_eq!(emitted(Some(&fresh()), 0..305), shown(301, "time 004", "time 304"));
    assert_eq!(emitted(None, 0..4), shown(0, "", ""));
    assert_eq!(emitted(Some(&caught_up(20)), 0..22), shown(2, "time 020", "time 021"));
    assert_eq!(emitted(Some(&caught_up(20)), 0..20), shown(1, "time 019", "time 019"));
    assert_eq!(emitted(Some(&caught_up(20)), 30..36), shown(2, "time 034", "time 035"));
    assert_eq!(emitted(Some(&caught_up(100)), 0..99), shown(1, "time 098", "time 098"));
}

#[test]
fn a_look_with_too_many_new_closes_begins_afresh() {
    let (mut enough, mut too_few) = (caught_up(20), caught_up(20));
    enough.catch_up(&settings(), &prices()[15..100]);
    too_few.catch_up(&settings(), &prices()[16..100]);
    assert_eq!(json!(enough.status())["since"], "day 019");
    assert_eq!(too_few, caught_up(100));
}

#[test]
fn a_new_lap_of_the_feed_begins_afresh() {
    let mut record = caught_up(100);
    assert_eq!(record.catch_up(&settings(), &prices()[..99]), []);
    assert_eq!(record, caught_up(99));
}

#[test]
fn a_paper_trade_lasts_from_buy_to_sell() {
    let mut record = fresh();
    let looks = [("a", 9.0, 100.0), ("b", 11.0, 100.0), ("c", 9.0, 150.0), ("d", 11.0, 200.0)];
    for (date, short, value) in looks {
        record.take(&measured(date, short, 10.0, value));
    }
    let expected = json!({
        "symbol": "ACME", "buys": 2, "sells": 1, "trades": 1, "wins": 1, "return_pct": 50.0,
        "entry": { "date": "d", "price": 200.0 },
    });
    assert_eq!(json!(record.performance()), expected);
}

#[test]
fn the_newest_hundred_signals_are_kept_and_all_are_counted() {
    let averages: Vec<f64> = (0..142).map(|day| f64::from(9 + day % 2 * 2)).collect();
    let (record, _) = live(&averages);
    let answer = |limit| json!(record.clone().signals(limit));
    let count = |limit| answer(limit)["signals"].as_array().map(Vec::len);
    assert_eq!([-1, 0, 3, 1000].map(count), [Some(0), Some(0), Some(3), Some(100)]);
    assert_eq!(answer(1)["total"], 141);
    assert_eq!(answer(1)["signals"][0]["date"], "day 141");
}

#[test]
fn a_record_of_other_settings_is_not_continued() {
    let record = caught_up(20);
    let resumed = |settings: &Settings| Record::resume(settings, Some(json!(record))).unwrap();
    assert_eq!(resumed(&settings()), record);
    for other in [
        Settings { symbol: "X".to_owned(), ..settings() },
        Settings { short_period: 3, ..settings() },
        Settings { long_period: 6, ..settings() },
    ] {
        assert_eq!(resumed(&other), Record::resume(&other, None).unwrap());
    }
    assert_eq!(Record::resume(&settings(), Some(Value::Null)).unwrap(), fresh());
}

#[test]
fn a_value_that_is_not_a_record_is_refused() {
    for stored in [json!([]), json!({}), json!({ "format": 2 }), json!("text"), json!(0), json!(false)] {
        let refused = Record::resume(&settings(), Some(stored)).unwrap_err().to_string();
        assert!(refused.contains("does not contain a crossover record"), "{refused}");
    }
}

#[test]
fn a_short_period_that_is_not_less_than_the_long_one_is_refused() {
    let config = Map::from_iter([("short_period".to_owned(), json!(20))]);
    let refused = Settings::of(config).unwrap_err().to_string();
    assert_eq!(refused, "short_period must be less than long_period, got 20 and 20");
}
