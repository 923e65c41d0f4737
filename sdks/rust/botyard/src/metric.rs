use crate::process::{clock, streams, system_error};
use crate::{Error, ErrorCode};
use serde::Serialize;

/// Emits a metric: one line of JSON on standard output, written at once and flushed [MET-1].
///
/// `kind` is the metric's name, under which the platform keeps its values; `data` is anything whose JSON form is an
/// object: a struct that derives `Serialize`, a map, `serde_json::json!`. The function adds nothing but the time of the
/// call, in UTC to the millisecond. A number that is not finite is written as `null` [JSON-8].
///
/// ```
/// botyard::metric("price", &serde_json::json!({ "symbol": "AAPL", "value": 187.5 }))?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// Threads may emit metrics at the same time; their lines stay whole.
///
/// # Errors
///
/// `metric.invalid_type` if `kind` is empty, `metric.invalid_data` if the JSON form of `data` is not an object,
/// `metric.too_large` if the line is longer than 65,536 bytes, `metric.write_failed` if standard output cannot be
/// written to. After the first three nothing has been written.
///
/// ```
/// let refused = botyard::metric("price", &187.5).unwrap_err();
/// assert_eq!(refused.code(), botyard::ErrorCode::MetricInvalidData);
/// ```
pub fn metric<T: Serialize + ?Sized>(kind: &str, data: &T) -> Result<(), Error> {
    let line = botyard_core::metric::line(kind, data, clock::now())?;
    streams::write_stdout(&line).map_err(|cause| {
        let reason = system_error::name(&cause);
        let kind = botyard_core::shown(kind);
        Error::new(ErrorCode::MetricWriteFailed, &[("type", &kind), ("reason", &reason)]).with_source(cause)
    })
}
