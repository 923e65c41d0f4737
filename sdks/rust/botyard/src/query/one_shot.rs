use crate::process::{clock, environment, report, streams};
use crate::query::left_work;
use botyard_core::query::{Outcome, answer_one_shot, record};

/// Answers the query of this process and ends it.
pub(super) fn run(path: &str) -> ! {
    let params = environment::get("QUERY_PARAMS").unwrap_or_else(|| "{}".to_owned());
    let (document, exit_code) = answer(path, &params);
    report::end_with_answer(&document, exit_code)
}

/// Returns the document of an answer, and the exit code of its process.
pub(super) fn answer(path: &str, params: &str) -> (String, i32) {
    let outcome = left_work::watch(|| answer_one_shot(super::find, path, params, left_work::seen));
    log_failure(path, &outcome);
    outcome.one_shot()
}

/// Logs why a handler failed; a line that cannot be written changes nothing else.
pub(super) fn log_failure(path: &str, outcome: &Outcome) {
    if let Some(failure) = &outcome.failure {
        let line = record(outcome.message(), Some(path), failure, clock::now());
        _ = streams::write_stderr(line.as_bytes());
    }
}
