use serde_json::Value;

/// A metric that a bot in a test has emitted.
#[derive(Debug, Clone, PartialEq)]
pub struct Metric {
    /// Its name.
    pub kind: String,
    /// What the bot has passed; an object.
    pub data: Value,
    /// The time on the bot's clock: RFC 3339, in UTC to the millisecond.
    pub timestamp: String,
}

/// A record of the log of a bot in a test.
#[derive(Debug, Clone, PartialEq)]
pub struct LogRecord {
    /// `debug`, `info`, `warn` or `error`.
    pub level: String,
    /// The message.
    pub message: String,
    /// What the bot has passed, an object; `None` if it has passed nothing.
    pub data: Option<Value>,
    /// The time on the bot's clock: RFC 3339, in UTC to the millisecond.
    pub timestamp: String,
}

impl Metric {
    pub(crate) fn of(line: &[u8]) -> Self {
        let mut line = read(line);
        Self { kind: text(&line["_metric"]), data: line["data"].take(), timestamp: text(&line["timestamp"]) }
    }
}

impl LogRecord {
    pub(crate) fn of(line: &[u8]) -> Self {
        let mut line = read(line);
        Self {
            level: text(&line["level"]),
            message: text(&line["message"]),
            data: line.get_mut("data").map(Value::take),
            timestamp: text(&line["timestamp"]),
        }
    }
}

fn read(line: &[u8]) -> Value {
    serde_json::from_slice(line).expect("the SDK writes lines of JSON")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
