//! The result file, and the end of the process that `error` brings about.

use super::{clock, end, environment, files, streams, system_error};
use crate::{Error, ErrorCode};
use botyard_core::log::{Level, line};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

static WRITING: Mutex<()> = Mutex::new(());

/// Writes the run's result.
pub(crate) fn write(document: &str) -> Result<(), Error> {
    let _alone = lock();
    write_durably(document)
}

/// Writes the run's result and one log line, and ends the process [RES-7, RES-9].
pub(crate) fn end(message: &str, document: &str) -> ! {
    // A result that another thread is writing is completed first, and none is written after this one [RES-19].
    let _alone = lock();
    let written = write_durably(document);
    log(message);
    if let Err(failure) = written {
        log(&failure.to_string());
    }
    end::now(1)
}

/// Writes the answer of a one-shot query, and ends the process. The caller does not survive a crash of
/// the machine, so that the name of the file need not.
pub(crate) fn end_with_answer(document: &str, exit_code: i32) -> ! {
    match write_file(document) {
        Ok(()) => end::now(exit_code),
        Err(failure) => {
            log(&failure.to_string());
            end::now(1)
        }
    }
}

fn lock() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write_durably(document: &str) -> Result<(), Error> {
    write_file(document)?;
    files::flush_directory(environment::result_path().parent().unwrap_or(Path::new("/")));
    Ok(())
}

fn write_file(document: &str) -> Result<(), Error> {
    let path = environment::result_path();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files::replace(&path, &name, document.as_bytes()).map_err(|cause| {
        let (path, reason) = (path.display().to_string(), system_error::name(&cause));
        Error::new(ErrorCode::ResultWriteFailed, &[("path", &path), ("reason", &reason)]).with_source(cause)
    })
}

fn log(message: &str) {
    // Nothing is left that could be told that the line cannot be written.
    _ = streams::write_stderr_unlocked(line(Level::Error, message, clock::now()).as_bytes());
}
