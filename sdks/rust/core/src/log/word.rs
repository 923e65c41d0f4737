use super::Level;
use super::record::level_of_word;

/// More parts than any usual format has, so that reading a head costs little.
const MOST_PARTS: usize = 32;

/// The level word that has only times, numbers, names, separators and parts in brackets before it [LOG-13].
pub(super) fn level_word(text: &[u8]) -> Option<Level> {
    Head { text, at: 0, placed: false, inside: false }.level()
}

struct Head<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether a time or a square bracket has been passed.
    placed: bool,
    /// Whether a square bracket is open.
    inside: bool,
}

impl Head<'_> {
    fn level(&mut self) -> Option<Level> {
        let last_bracket = self.text.iter().rposition(|byte| *byte == b']');
        if self.text.first().copied().is_some_and(is_blank) {
            return self.column();
        }
        for _ in 0..MOST_PARTS {
            let start = self.at;
            let byte = *self.text.get(start)?;
            if (byte == b'[' && last_bracket > Some(start)) || (byte == b']' && self.inside) {
                self.inside = byte == b'[';
                self.placed = true;
                self.at += 1;
                continue;
            }
            if let Some(end) = self.end_of_other() {
                self.at = end;
                self.placed |= has_time(&self.text[start..end]);
                continue;
            }
            self.at = self.past(start, is_word);
            if self.at == start {
                return None;
            }
            let found = str::from_utf8(&self.text[start..self.at]).unwrap_or_default();
            match level_of_word(found) {
                Some(level) if self.is_level(found) => return Some(level),
                _ if self.inside || self.is_name(found) => {}
                _ => return None,
            }
        }
        None
    }

    /// The level of a line whose time is left out because it is that of the line before.
    fn column(&self) -> Option<Level> {
        let start = self.past(0, |byte| byte == b' ');
        let end = self.past(start, |byte| byte.is_ascii_uppercase());
        let next = self.past(end, |byte| byte == b' ');
        let is_column = start >= 8 && next > end && next - start > 8;
        let word = str::from_utf8(&self.text[start..end]).unwrap_or_default();
        let is_name = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"].contains(&word);
        if is_column && is_name { level_of_word(word) } else { None }
    }

    /// Where separators, digits or a part in other brackets end that begin here.
    fn end_of_other(&self) -> Option<usize> {
        let separators = self.past(self.at, is_separator);
        if separators > self.at {
            return Some(separators);
        }
        match self.text[self.at] {
            byte if byte.is_ascii_digit() => Some(self.end_of_digits()),
            b'(' if self.placed => self.end_of_enclosed(b'(', b')'),
            b'{' if self.placed => self.end_of_enclosed(b'{', b'}'),
            b'<' if self.placed => self.end_of_enclosed(b'<', b'>'),
            _ => None,
        }
    }

    fn end_of_digits(&self) -> usize {
        let is_time = |byte: u8| {
            byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b',' | b'/' | b'T' | b'+' | b'-')
        };
        let end = self.past(self.at, is_time);
        match self.text[end..] {
            [b'Z', ..] => end + 1,
            [b'A' | b'P', b'M', ..] => end + 2,
            _ => end,
        }
    }

    fn end_of_enclosed(&self, open: u8, close: u8) -> Option<usize> {
        let end = self.past(self.at + 1, |byte| byte != open && byte != close);
        (self.text.get(end) == Some(&close)).then_some(end + 1)
    }

    /// Whether a level word that ends here is the line's level and not part of its message.
    fn is_level(&self, found: &str) -> bool {
        let is_capital = found.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_ordinary = ["information", "alert", "emergency"].contains(&found.to_lowercase().as_str());
        if is_ordinary && !self.inside && !(self.placed && is_capital) {
            return false;
        }
        self.has_delimiter()
            || (self.placed && if is_capital { self.has_blank() } else { self.has_gap() })
            || (is_capital && self.has_place())
    }

    /// Whether a word that ends here is a name and not the beginning of the message.
    fn is_name(&self, found: &str) -> bool {
        if self.has_delimiter() || self.has_gap() || (found.contains('.') && self.has_blank()) {
            return true;
        }
        self.placed && (["AM", "PM", "UTC", "GMT"].contains(&found) || self.has_level_in_capitals())
    }

    /// A colon, a bar, a closing bracket, or a dash between spaces.
    fn has_delimiter(&self) -> bool {
        let end = self.past(self.at, is_blank);
        match self.text[end..] {
            [b':' | b'|' | b']', ..] => true,
            [b'-', b' ' | b'\t', ..] => end > self.at,
            _ => false,
        }
    }

    fn has_blank(&self) -> bool {
        self.text.get(self.at).copied().is_some_and(is_blank)
    }

    fn has_gap(&self) -> bool {
        matches!(self.text[self.at..], [b'\t', ..] | [b' ', b' ' | b'\t', ..])
    }

    /// A square bracket or a time.
    fn has_place(&self) -> bool {
        let start = self.past(self.at, is_blank);
        let end = self.past(start, |byte| byte.is_ascii_digit());
        match self.text[start..] {
            [b'[', ..] => true,
            [..] if start == self.at || end == start => false,
            _ => matches!(self.text[end..], [b':' | b'/' | b'-', a, b, ..]
                if a.is_ascii_digit() && b.is_ascii_digit()),
        }
    }

    fn has_level_in_capitals(&self) -> bool {
        let start = self.at + 1;
        let end = self.past(start, |byte| byte.is_ascii_uppercase());
        self.has_blank()
            && matches!(self.text.get(end), Some(b' ' | b'\t' | b':' | b'|'))
            && str::from_utf8(&self.text[start..end]).is_ok_and(|word| level_of_word(word).is_some())
    }

    /// Where the bytes of one kind end that begin at a place.
    fn past(&self, start: usize, is: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.get(start..).unwrap_or_default();
        start + rest.iter().position(|byte| !is(*byte)).unwrap_or(rest.len())
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_separator(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b':' | b'|' | b'+' | b'-')
}

fn is_word(byte: u8) -> bool {
    byte > b' ' && !matches!(byte, b':' | b'|' | b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'<' | b'>' | 0x7f)
}

/// Two digits, a sign of dates and times, two digits.
fn has_time(part: &[u8]) -> bool {
    part.windows(5).any(|five| match five {
        [a, b, b':' | b'/' | b'-', c, d] => [a, b, c, d].into_iter().all(u8::is_ascii_digit),
        _ => false,
    })
}
