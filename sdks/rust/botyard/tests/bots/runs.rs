//! A bot that does what its argument says.

use botyard::{Error, error_with_data, input, log, metric, result, state, success_with_data};
use serde_json::json;
use std::env;
use std::fs::File;

fn main() -> Result<(), Error> {
    let _guard = Guard;
    match env::args().nth(1).unwrap_or_default().as_str() {
        "emit" => {
            for n in 1..=3 {
                print!("printed {n}: ");
                metric("count", &json!({ "n": n }))?;
            }
            Ok(())
        }
        "fill" => {
            let full = (0..).find_map(|n| metric("fill", &json!({ "n": n })).err());
            assert_eq!(full.expect("the disk is full").code(), "metric.write_failed");
            File::options()
                .write(true)
                .open("output")
                .and_then(|output| output.set_len(0))
                .expect("there is space");
            metric("filled", &json!({}))?;
            metric("filled", &json!({}))
        }
        "configure" => {
            let input = input::parse()?;
            log::info_with(&input.bot_id, &input.config)
        }
        "succeed" => {
            success_with_data("three orders", &[1, 2, 3])?;
            log::info("after the report")
        }
        "fail" => {
            print!("printed without a line feed");
            Err(error_with_data("no price", &json!({ "symbol": "AAPL" })))
        }
        "read" => {
            state::set("text", "three")?;
            let number: u64 = state::get_as("text")?.unwrap_or(0);
            metric("number", &json!({ "number": number }))
        }
        "keys" => {
            let broken = state::get("broken").map_err(|error| error.code());
            log::info_with("keys", &json!({ "list": state::list()?, "broken": broken }))?;
            log::info_with(
                "link",
                &json!({ "exists": state::exists("link")?, "value": state::get("link")? }),
            )?;
            state::clear()?;
            Ok(())
        }
        "count" => {
            for n in state::get_as("count")?.unwrap_or(0)..u64::MAX {
                state::set("count", &n)?;
                metric("kept", &json!({ "n": n }))?;
            }
            Ok(())
        }
        "report" => (1..=300).try_for_each(|n| result(&json!({ "text": "x".repeat(20_000), "n": n }))),
        other => panic!("no such work: {other}"),
    }
}

struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        eprintln!("dropped");
    }
}
