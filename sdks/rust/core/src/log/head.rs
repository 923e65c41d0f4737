use super::Level;
use super::record::level_of_word;
use super::word::level_word;

/// The head of a line is within this many characters, so that reading it costs little, however long the line is.
const HEAD: usize = 200;

/// The level in the head of a line of text [LOG-12, LOG-13].
pub(super) fn read_level(text: &str) -> Option<Level> {
    let head = without_colours(first(text, HEAD));
    if is_traceback(&head) {
        return Some(Level::Error);
    }
    if let Some(priority) = priority(&head) {
        return (priority < 192).then(|| of_severity(priority % 8));
    }
    if let Some(level) = of_initial(head.as_bytes()) {
        return Some(level);
    }
    if starts_with_pair(&head) { of_pair(&head) } else { level_word(head.as_bytes()) }
}

/// The first characters of a text, as UTF-16 counts them.
fn first(text: &str, most: usize) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, character)| {
        units += character.len_utf16();
        units > most
    });
    end.map_or(text, |(at, _)| &text[..at])
}

fn without_colours(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some(at) = rest.find("\u{1b}[") {
        let code = &rest[at + 2..];
        let end = code.find(|character: char| !(character.is_ascii_digit() || character == ';'));
        let is_colour = end.is_some_and(|end| code[end..].starts_with('m'));
        kept.push_str(&rest[..if is_colour { at } else { at + 2 }]);
        rest = if is_colour { &code[end.unwrap_or(0) + 1..] } else { code };
    }
    kept + rest
}

fn is_traceback(head: &str) -> bool {
    let start = head.strip_prefix("  + Exception Group ").unwrap_or(head);
    start.starts_with("Traceback (most recent call last):")
}

/// A priority of syslog: one to three digits between angle brackets.
fn priority(head: &str) -> Option<u32> {
    let (digits, _) = head.strip_prefix('<')?.split_once('>')?;
    let is_number = (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { digits.parse().ok() } else { None }
}

fn of_severity(severity: u32) -> Level {
    match severity {
        0..=3 => Level::Error,
        4 => Level::Warn,
        5 | 6 => Level::Info,
        _ => Level::Debug,
    }
}

/// The level of glog and klog: an initial, a date of four or eight digits and a time.
fn of_initial(head: &[u8]) -> Option<Level> {
    let level = match head.first()? {
        b'I' => Level::Info,
        b'W' => Level::Warn,
        b'E' | b'F' => Level::Error,
        _ => return None,
    };
    let has = |form: &[u8]| {
        head.len() > form.len()
            && form.iter().zip(&head[1..]).all(|(form, byte)| match form {
                b'0' => byte.is_ascii_digit(),
                other => byte == other,
            })
    };
    (has(b"0000 00:00:00") || has(b"00000000 00:00:00")).then_some(level)
}

fn starts_with_pair(head: &str) -> bool {
    let is_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'@' | b'-');
    head.split_once('=').is_some_and(|(key, _)| !key.is_empty() && key.bytes().all(is_key))
}

/// The level of a line of `key=value` pairs. In a quoted value, nothing is a key.
fn of_pair(head: &str) -> Option<Level> {
    let mut rest = head;
    let mut is_start = true;
    loop {
        if let Some(word) = is_start.then(|| level_word_of_pair(rest)).flatten() {
            return level_of_word(word);
        }
        let character = rest.chars().next()?;
        is_start = matches!(character, ' ' | '\t');
        rest = rest.strip_prefix("=\"").map_or(&rest[character.len_utf8()..], past_quote);
    }
}

/// The word after a key for a level.
fn level_word_of_pair(pair: &str) -> Option<&str> {
    let value = ["level=", "lvl=", "severity="].into_iter().find_map(|key| pair.strip_prefix(key))?;
    let value = value.strip_prefix('"').unwrap_or(value);
    let end = value.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(value.len());
    (end > 0 && !value[end..].starts_with('_')).then(|| &value[..end])
}

/// What follows the quote that ends a value.
fn past_quote(value: &str) -> &str {
    let mut is_escaped = false;
    let end = value.find(|character| {
        let ends = character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        ends
    });
    end.map_or("", |at| &value[at + 1..])
}
