//! The error table.

use serde_json::{Map, Value, json};

/// The error table as JSON: the message template and the advice of each code.
#[must_use]
pub fn table() -> String {
    let table: Map<String, Value> = botyard_core::table()
        .map(|(code, message, next)| (code.to_string(), json!({ "message": message, "next": next })))
        .collect();
    Value::Object(table).to_string()
}
