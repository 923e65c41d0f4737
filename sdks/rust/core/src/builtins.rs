//! The paths that every bot answers.

use serde_json::{Value, json};

/// The paths of the built-ins, sorted.
pub const PATHS: [&str; 2] = ["/health", "/info"];

/// The answer of a built-in path, or `None` for any other path [BI-1, BI-2].
///
/// ```
/// use botyard_core::builtins::answer;
///
/// assert_eq!(answer("/health", &[]).unwrap()["status"], "ok");
/// assert_eq!(answer("/trades", &[]), None);
/// ```
#[must_use]
pub fn answer(path: &str, available: &[String]) -> Option<Value> {
    match path {
        "/health" => Some(json!({ "status": "ok" })),
        "/info" => Some(json!({ "available_queries": available })),
        _ => None,
    }
}
