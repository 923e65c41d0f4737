use serde_json::{Map, Value};

/// Percent-decodes once and never fails: a `%` without two hex digits stays [Q-25].
pub(crate) fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let escape =
            (*first == b'%').then(|| Some(hex(*after.first()?)? << 4 | hex(*after.get(1)?)?)).flatten();
        decoded.push(escape.unwrap_or(*first));
        rest = if escape.is_some() { &after[2..] } else { after };
    }
    decoded
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// Percent-decodes a path or a part of a query string once; bytes that are not UTF-8 become U+FFFD [Q-25].
///
/// ```
/// assert_eq!(botyard_core::query::decode(b"/a%20b+c%zz"), "/a b+c%zz");
/// ```
#[must_use]
pub fn decode(text: &[u8]) -> String {
    String::from_utf8_lossy(&percent_decoded(text)).into_owned()
}

/// Parses a query string as `URLSearchParams` does; the last of a repeated name wins [Q-22].
pub(super) fn parse_query(query: &[u8]) -> Map<String, Value> {
    let plus_decoded: Vec<u8> = query.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
    let pairs = plus_decoded.split(|&byte| byte == b'&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let mut halves = pair.splitn(2, |&byte| byte == b'=');
            let (name, value) = (halves.next().unwrap_or_default(), halves.next().unwrap_or_default());
            (decode(name), Value::String(decode(value)))
        })
        .collect()
}
