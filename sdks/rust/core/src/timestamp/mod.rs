mod read;

pub use read::read_time;

/// Formats milliseconds since 1970 as `YYYY-MM-DDThh:mm:ss.sssZ` [MET-3].
///
/// ```
/// assert_eq!(botyard_core::timestamp(951_782_400_001), "2000-02-29T00:00:00.001Z");
/// ```
#[must_use]
pub fn timestamp(unix_milliseconds: u64) -> String {
    String::from_utf8(digits(unix_milliseconds).to_vec()).unwrap_or_default()
}

/// The text of [`timestamp`], in ASCII.
pub(crate) fn digits(unix_milliseconds: u64) -> [u8; 24] {
    let (seconds, millisecond) = (unix_milliseconds / 1000, unix_milliseconds % 1000);
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    // Days are counted in eras of 400 years that begin on 1 March, so that a leap day is the last day of its year.
    let shifted = day + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let date = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    let second = second % 60;
    // `format!` would take longer than all the rest of a metric.
    let mut text = *b"0000-00-00T00:00:00.000Z";
    let parts = [year, month, date, hour, minute, second, millisecond];
    for (mut number, end) in parts.into_iter().zip([4, 7, 10, 13, 16, 19, 23]) {
        for place in text[..end].iter_mut().rev().take_while(|place| **place == b'0') {
            *place += (number % 10) as u8;
            number /= 10;
        }
    }
    text
}
