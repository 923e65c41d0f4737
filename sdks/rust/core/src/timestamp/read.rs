use serde_json::Value;

/// A number below this is seconds since 1970, otherwise milliseconds.
const SECONDS_BELOW: f64 = 100_000_000_000.0;
/// The first millisecond of the year 10000, which has no four digits.
const LATEST: f64 = 253_402_300_800_000.0;

/// Reads the time of a log record: RFC 3339 text, or a number of seconds or milliseconds [LOG-8]. Returns milliseconds
/// since 1970, or `None` if it is none of these.
///
/// ```
/// use botyard_core::read_time;
///
/// assert_eq!(read_time(&"1970-01-01T00:00:01Z".into()), Some(1000));
/// assert_eq!(read_time(&1_795_271_423.into()), Some(1_795_271_423_000));
/// assert_eq!(read_time(&"today".into()), None);
/// ```
#[must_use]
pub fn read_time(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => rfc3339(text.as_bytes()),
        Value::Number(number) => {
            let number = number.as_f64()?;
            moment(if number < SECONDS_BELOW { number * 1000.0 } else { number })
        }
        _ => None,
    }
}

fn moment(milliseconds: f64) -> Option<u64> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    (0.0..LATEST).contains(&milliseconds).then_some(milliseconds as u64)
}

/// Reads `YYYY-MM-DDThh:mm:ss[.fff…](Z|±hh:mm)`; a space may stand for `T`, and a second may be 60.
fn rfc3339(text: &[u8]) -> Option<u64> {
    let (date, rest) = text.split_at_checked(10)?;
    let (time, rest) = rest.split_at_checked(9)?;
    let [year @ .., b'-', month_1, month_2, b'-', day_1, day_2] = date else { return None };
    let [b'T' | b't' | b' ', hour_1, hour_2, b':', minute_1, minute_2, b':', second_1, second_2] = time
    else {
        return None;
    };
    let (fraction, zone) = fraction(rest)?;
    let offset = offset(zone)?;
    let (year, month, day) = (number(year)?, number(&[*month_1, *month_2])?, number(&[*day_1, *day_2])?);
    let (hour, minute, second) =
        (number(&[*hour_1, *hour_2])?, number(&[*minute_1, *minute_2])?, number(&[*second_1, *second_2])?);
    let in_range = (1..=12).contains(&month)
        && (1..=days_in(year, month)).contains(&day)
        && hour <= 23
        && minute <= 59
        && second <= 60;
    if !in_range {
        return None;
    }
    let seconds =
        days_since_1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60;
    let milliseconds = seconds * 1000 + fraction;
    u64::try_from(milliseconds).ok().filter(|_| milliseconds < 253_402_300_800_000)
}

/// The value of ASCII digits.
fn number(digits: &[u8]) -> Option<i64> {
    digits
        .iter()
        .try_fold(0, |number, digit| digit.is_ascii_digit().then(|| number * 10 + i64::from(digit - b'0')))
}

/// The milliseconds of the fraction, cut after three digits, and what follows it.
fn fraction(rest: &[u8]) -> Option<(i64, &[u8])> {
    let Some(after) = rest.strip_prefix(b".") else { return Some((0, rest)) };
    let length = after.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(after.len());
    if length == 0 {
        return None;
    }
    let mut digits = *b"000";
    let kept = length.min(3);
    digits[..kept].copy_from_slice(&after[..kept]);
    Some((number(&digits)?, &after[length..]))
}

/// The offset from UTC in minutes.
fn offset(zone: &[u8]) -> Option<i64> {
    match zone {
        b"Z" | b"z" => Some(0),
        [sign @ (b'+' | b'-'), hour_1, hour_2, b':', minute_1, minute_2] => {
            let (hours, minutes) = (number(&[*hour_1, *hour_2])?, number(&[*minute_1, *minute_2])?);
            let offset = (hours <= 23 && minutes <= 59).then_some(hours * 60 + minutes)?;
            Some(if *sign == b'-' { -offset } else { offset })
        }
        _ => None,
    }
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days are counted in eras of 400 years that begin on 1 March, so that a leap day is the last day of its year.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let from_march = (month + 9) % 12;
    let day_of_year = (153 * from_march + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}
