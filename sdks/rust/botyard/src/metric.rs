use crate::process::{clock, streams, system_error};
use crate::{Error, ErrorCode};
use serde::Serialize;

/// Emits a metric: one line of JSON on standard output, written at once and flushed [MET-1].
///
/// `data` is anything whose JSON form is an object: a struct that derives `Serialize`, a map, `serde_json::json!`.
/// The platform adds nothing but the time of the call.
///
/// ```
/// botyard::metric("price", &serde_json::json!({ "symbol": "AAPL", "value": 187.5 }))?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `metric.invalid_type` if `kind` is empty, `metric.invalid_data` if the JSON form of `data` is not an object,
/// `metric.too_large` if the line is longer than 65,536 bytes, `metric.write_failed` if standard output cannot be
/// written to.
pub fn metric<T: Serialize + ?Sized>(kind: &str, data: &T) -> Result<(), Error> {
    let line = botyard_core::metric::line(kind, data, clock::now())?;
    streams::write_stdout(&line).map_err(|cause| {
        let reason = system_error::name(&cause);
        let kind = botyard_core::shown(kind);
        Error::new(ErrorCode::MetricWriteFailed, &[("type", &kind), ("reason", &reason)]).with_source(cause)
    })
}
