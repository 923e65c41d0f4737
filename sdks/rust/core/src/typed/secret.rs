use serde_json::Value;

/// The shortest text of a config that counts as one that words quote.
const MIN_SECRET: usize = 3;

/// Whether words in lower case contain any text of a value.
pub(super) fn quotes(words: &str, value: &Value) -> bool {
    let contains = |text: &str| text.len() >= MIN_SECRET && words.contains(text);
    let quoted = |text: &str| {
        let text = text.trim().to_lowercase();
        [&text[..], shown_inside(&format!("{text:?}")), shown_inside(&Value::from(&*text).to_string())]
            .into_iter()
            .any(contains)
    };
    match value {
        Value::Object(members) => members.iter().any(|(key, member)| quoted(key) || quotes(words, member)),
        Value::Array(items) => items.iter().any(|item| quotes(words, item)),
        Value::String(text) => quoted(text),
        Value::Number(number) => {
            contains(&number.to_string().to_lowercase())
                || number.as_f64().is_some_and(|double| contains(&double.to_string()))
        }
        Value::Null | Value::Bool(_) => false,
    }
}

fn shown_inside(quoted: &str) -> &str {
    quoted.get(1..quoted.len() - 1).unwrap_or_default()
}
