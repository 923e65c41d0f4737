use crate::process::system_error;
use crate::{Error, ErrorCode};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use signal_hook::consts::SIGTERM;
use std::io;
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Not every system can wait for longer at once.
const LONGEST: Duration = Duration::from_secs(86_400);

/// Waits until the signal has come, at most for a time if one is passed; returns whether it has come.
pub(super) fn wait(time: Option<Duration>) -> Result<bool, Error> {
    #[cfg(feature = "testing")]
    if let Some(process) = crate::process::test_process::entered() {
        return Ok(process.wait(time.unwrap_or(Duration::MAX)));
    }
    let stream = stream().map_err(unavailable)?;
    // A time that ends later than the clock has no end.
    let end = time.and_then(|time| Instant::now().checked_add(time));
    loop {
        let left = end.map_or(LONGEST, |end| end.saturating_duration_since(Instant::now()));
        let step = Timespec::try_from(left.min(LONGEST)).ok();
        match poll(&mut [PollFd::new(stream, PollFlags::IN)], step.as_ref()) {
            Ok(0) if left < LONGEST => return Ok(false),
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return Ok(true),
            Err(error) => return Err(unavailable(error.into())),
        }
    }
}

pub(super) fn unavailable(cause: io::Error) -> Error {
    Error::new(ErrorCode::StopUnavailable, &[("reason", &system_error::name(&cause))]).with_source(cause)
}

/// A stream that the signal makes readable. It is never read, so that it stays so for all that wait, now and later.
fn stream() -> io::Result<&'static UnixStream> {
    static STREAM: OnceLock<UnixStream> = OnceLock::new();
    static FIRST: Mutex<()> = Mutex::new(());
    if let Some(stream) = STREAM.get() {
        return Ok(stream);
    }
    let _alone = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(stream) = STREAM.get() {
        return Ok(stream);
    }
    let (stream, sender) = UnixStream::pair()?;
    signal_hook::low_level::pipe::register(SIGTERM, sender)?;
    Ok(STREAM.get_or_init(|| stream))
}
