use crate::process::{environment, report};
use crate::{Error, ErrorCode};
use botyard_core::result::{Status, custom_document, document, document_with_data};
use serde::Serialize;

/// Reports that the scheduled run succeeded. The run continues.
///
/// `message` says in a sentence what the run did; the platform shows it with the run. The result is on disk when the
/// function returns. A run that reports nothing and ends by itself is a success too. Of several results the last one counts [RES-5]. In a
/// query process all result functions fail with `result.in_query`: a handler returns its answer instead [RES-12].
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # std::env::set_current_dir(&folder).unwrap();
/// botyard::success("rebalanced 3 positions")?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `result.in_query`, `result.too_large` if the result is more than 1 MiB (1,048,576 bytes) of JSON,
/// `result.write_failed` if the system refuses it; the source is its error, and an earlier result stays.
pub fn success(message: &str) -> Result<(), Error> {
    refuse_in_query("success")?;
    report::write(&document(Status::Success, message)?)
}

/// Reports that the run succeeded, with data of any JSON form. The run continues.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # std::env::set_current_dir(&folder).unwrap();
/// botyard::success_with_data("rebalanced 3 positions", &["AAPL", "MSFT", "NVDA"])?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// As [`success`], and `result.invalid_data` if `data` has no JSON form.
pub fn success_with_data<T: Serialize + ?Sized>(message: &str, data: &T) -> Result<(), Error> {
    refuse_in_query("success")?;
    report::write(&document_with_data(Status::Success, message, data)?)
}

/// Reports that the run failed, logs the message, and ends the process at once with exit code 1 [RES-7].
///
/// Nothing of the program runs after it: no destructor and no other thread's work. It returns only if it is refused,
/// with the reason why:
///
/// ```no_run
/// # fn connect() -> Result<(), std::io::Error> { Ok(()) }
/// # fn main() -> Result<(), botyard::Error> {
/// if let Err(cause) = connect() {
///     return Err(botyard::error(&format!("the exchange does not answer: {cause}")));
/// }
/// # Ok(())
/// # }
/// ```
///
/// The refusals are `result.in_query` and `result.too_large` (more than 1 MiB). A result that cannot be written is
/// logged, and the process ends as well [RES-9].
#[must_use = "error returns only if it was refused; return or report why"]
pub fn error(message: &str) -> Error {
    match refuse_in_query("error").and_then(|()| document(Status::Error, message)) {
        Ok(document) => report::end(message, &document),
        Err(refusal) => refusal,
    }
}

/// Reports that the run failed, with data of any JSON form, and ends the process as [`error`] does.
///
/// The log line does not contain the data.
///
/// ```no_run
/// # fn price() -> Option<f64> { None }
/// # fn main() -> Result<(), botyard::Error> {
/// let Some(price) = price() else {
///     return Err(botyard::error_with_data("no price", &serde_json::json!({ "symbol": "AAPL" })));
/// };
/// botyard::success(&format!("the price is {price}"))
/// # }
/// ```
///
/// It also returns if `data` has no JSON form (`result.invalid_data`).
#[must_use = "error_with_data returns only if it was refused; return or report why"]
pub fn error_with_data<T: Serialize + ?Sized>(message: &str, data: &T) -> Error {
    match refuse_in_query("error").and_then(|()| document_with_data(Status::Error, message, data)) {
        Ok(document) => report::end(message, &document),
        Err(refusal) => refusal,
    }
}

/// Reports a result of the bot's own form, which must be an object. The run continues.
///
/// The platform judges the run an error if the object has `"status": "error"` [RES-14].
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # std::env::set_current_dir(&folder).unwrap();
/// botyard::result(&serde_json::json!({ "orders": 3, "skipped": ["TSLA"] }))?;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// `result.in_query`, `result.invalid_data` if the JSON form of `data` is not an object, `result.too_large`,
/// `result.write_failed`
pub fn result<T: Serialize + ?Sized>(data: &T) -> Result<(), Error> {
    refuse_in_query("result")?;
    report::write(&custom_document(data)?)
}

fn refuse_in_query(function: &str) -> Result<(), Error> {
    if environment::is_query_process() {
        return Err(Error::new(ErrorCode::ResultInQuery, &[("function", function)]));
    }
    Ok(())
}
