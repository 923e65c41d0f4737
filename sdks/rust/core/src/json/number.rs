use serde_json::{Number, Value};

/// An integer in any notation.
pub(crate) enum Integral {
    Unsigned(u64),
    Signed(i64),
}

/// The integer that a number is, if it is one of 64 bits.
pub(crate) fn integral(number: &Number) -> Option<Integral> {
    // A double at a bound may stand for a number beyond it.
    const BOUNDS: (f64, f64) = (-9_223_372_036_854_775_808.0, 18_446_744_073_709_551_616.0);
    if let Some(integer) = number.as_u64() {
        return Some(Integral::Unsigned(integer));
    }
    if let Some(integer) = number.as_i64() {
        return Some(Integral::Signed(integer));
    }
    let double = number.as_f64().filter(|double| double.fract() == 0.0)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the bounds are checked")]
    if double >= 0.0 {
        (double < BOUNDS.1).then_some(Integral::Unsigned(double as u64))
    } else {
        (double > BOUNDS.0).then_some(Integral::Signed(double as i64))
    }
}

/// The value of a text that is JSON as a whole, with nothing around it.
pub(crate) fn spelled(text: &str) -> Option<Value> {
    if text.trim_matches([' ', '\t', '\r', '\n']).len() < text.len() {
        return None;
    }
    super::read(text.as_bytes()).ok()
}
