//! Answers `/ping`, once or as a server.

use botyard::query;
use serde_json::json;

fn main() -> Result<(), botyard::Error> {
    query::handler("/ping", |_| json!({ "pong": true }))?;
    query::run()
}
