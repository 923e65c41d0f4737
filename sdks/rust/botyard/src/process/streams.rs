use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, retry_on_intr};
use std::borrow::Cow;
use std::io::{self, Write as _};
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Writes a line to standard output at once, after what the bot has printed itself [MET-1].
///
/// The lock keeps it apart from what other threads print. The line does not go through the stream of the standard
/// library, which would report success on a closed one.
pub(crate) fn write_stdout(line: &[u8]) -> io::Result<()> {
    #[cfg(feature = "testing")]
    if let Some(process) = super::test_process::entered() {
        return process.take_metric(line);
    }
    let mut stream = io::stdout().lock();
    // What the bot has printed is the bot's; if it cannot be written, neither can the line.
    _ = stream.flush();
    STDOUT.write(line)
}

/// Writes a line to standard error at once.
pub(crate) fn write_stderr(line: &[u8]) -> io::Result<()> {
    let _stream = io::stderr().lock();
    write_stderr_unlocked(line)
}

/// As [`write_stderr`], without waiting for a thread that holds the stream [RES-18].
pub(crate) fn write_stderr_unlocked(line: &[u8]) -> io::Result<()> {
    #[cfg(feature = "testing")]
    if let Some(process) = super::test_process::entered() {
        return process.take_log(line);
    }
    STDERR.write(line)
}

/// A stream of lines.
struct Stream {
    descriptor: fn() -> BorrowedFd<'static>,
    /// Whether the last write ended within a line, for example because the disk is full.
    torn: AtomicBool,
}

static STDOUT: Stream = Stream { descriptor: rustix::stdio::stdout, torn: AtomicBool::new(false) };
static STDERR: Stream = Stream { descriptor: rustix::stdio::stderr, torn: AtomicBool::new(false) };

impl Stream {
    fn write(&self, line: &[u8]) -> io::Result<()> {
        // If an earlier line was cut off, this one starts on a new line.
        let whole = if self.torn.load(SeqCst) { Cow::from([b"\n", line].concat()) } else { Cow::from(line) };
        let mut rest = &*whole;
        let outcome = write_all((self.descriptor)(), &mut rest);
        if rest.len() < whole.len() {
            self.torn.store(!rest.is_empty(), SeqCst);
        }
        outcome
    }
}

/// Writes `rest`, which is what has not been written when it returns.
fn write_all(stream: BorrowedFd<'_>, rest: &mut &[u8]) -> io::Result<()> {
    while !rest.is_empty() {
        match retry_on_intr(|| rustix::io::write(stream, rest)) {
            Ok(written) => *rest = &rest[written..],
            // A process that shares the stream has made it non-blocking.
            Err(Errno::AGAIN) => {
                retry_on_intr(|| poll(&mut [PollFd::new(&stream, PollFlags::OUT)], None))?;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
