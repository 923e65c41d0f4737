//! Adds what three shares cost to what was spent before.

use botyard::{input, metric, state};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // In units of 0.00001: the price has two decimals, and the fee three.
    let units = |text: &str| text.replace('.', "").parse::<i128>();
    let fee = units(input::parse()?.config["fee"].as_str().unwrap_or_default())?;
    let cost = 18_735 * 3 * (1000 + fee);
    let spent = cost + units(&state::get_as::<String>("spent")?.unwrap_or("0".to_owned()))?;
    let exact = format!("{}.{:05}", spent / 100_000, spent % 100_000);
    state::set("spent", &exact)?;
    metric("spent", &json!({ "value": exact.parse::<f64>()?, "exact": exact }))?;
    Ok(())
}
