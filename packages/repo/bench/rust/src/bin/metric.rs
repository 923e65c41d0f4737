//! Times `metric` and the same bytes by the standard library's own buffered write and flush, in turn.

use serde::Serialize;
use std::io::{Write as _, stdout};

#[derive(Serialize)]
struct Price {
    symbol: &'static str,
    value: f64,
    change_pct: f64,
}

const LINE: &str = concat!(
    r#"{"_metric":"price","timestamp":"2026-01-01T00:00:00.000Z","#,
    r#""data":{"symbol":"AAPL","value":187.5,"change_pct":0.125}}"#,
    "\n"
);

fn main() {
    let given = bench::arguments();
    let price = Price { symbol: "AAPL", value: 187.5, change_pct: 0.125 };
    bench::in_turn(
        given[0],
        given[1],
        || botyard::metric("price", &price).expect("the metric is written"),
        || {
            let mut output = stdout().lock();
            output.write_all(LINE.as_bytes()).expect("the line is written");
            output.flush().expect("the line is flushed");
        },
    );
}
