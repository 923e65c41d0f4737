use serde_json::{Number, Value};

/// An integer in any notation.
pub(crate) enum Integral {
    Unsigned(u64),
    Signed(i64),
}

/// The integer that a number is, if it is one of 64 bits. One with a fraction or an exponent has been made a double,
/// which from 2^53 on may stand for another integer.
pub(crate) fn integral(number: &Number) -> Option<Integral> {
    const BOUND: f64 = 9_007_199_254_740_992.0;
    if let Some(integer) = number.as_u64() {
        return Some(Integral::Unsigned(integer));
    }
    if let Some(integer) = number.as_i64() {
        return Some(Integral::Signed(integer));
    }
    let double = number.as_f64().filter(|double| double.fract() == 0.0 && double.abs() < BOUND)?;
    #[expect(clippy::cast_possible_truncation, reason = "the bound is checked")]
    let integer = double as i64;
    Some(integer.try_into().map_or(Integral::Signed(integer), Integral::Unsigned))
}

/// The value of a text that is JSON as a whole, with nothing around it.
pub(crate) fn spelled(text: &str) -> Option<Value> {
    if text.trim_matches([' ', '\t', '\r', '\n']).len() < text.len() {
        return None;
    }
    super::read(text.as_bytes()).ok()
}
