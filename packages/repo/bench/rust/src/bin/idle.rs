//! A realtime bot between two looks: it writes a metric and waits.

use serde_json::json;

fn main() -> Result<(), botyard::Error> {
    botyard::metric("price", &json!({ "symbol": "AAPL", "value": 187.5 }))?;
    loop {
        std::thread::park();
    }
}
