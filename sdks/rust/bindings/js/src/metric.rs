//! The lines of metrics.

use crate::json::{object_of, shown};
use crate::{Answer, Js, Kind, Refusal};
use botyard_core::{Error, ErrorCode};

/// Makes a metric's line, without the line feed [MET-1 … MET-4, MET-12].
///
/// # Errors
///
/// `metric.invalid_type`, `metric.invalid_data`, `metric.too_large`
pub fn line<J: Js>(kind: &J, data: &J, unix_milliseconds: u64) -> Answer<J> {
    let name = match kind.kind() {
        Kind::Text(text) if !text.utf8.is_empty() => text.utf8,
        _ => return Err(Error::new(ErrorCode::MetricInvalidType, &[("value", &shown(kind))]).into()),
    };
    let data = object_of(data).map_err(|fault| {
        let values = [("type", shown(kind)), ("reason", fault.reason)];
        Refusal::of(
            ErrorCode::MetricInvalidData,
            &values.each_ref().map(|(name, value)| (*name, value.as_str())),
            fault.cause,
        )
    })?;
    let mut line = botyard_core::metric::line_of_text(&name, &data, unix_milliseconds)?;
    line.pop();
    Ok(Some(String::from_utf8(line).unwrap_or_default()))
}
