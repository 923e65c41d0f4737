use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, retry_on_intr};
use std::io::{self, Write as _};
use std::os::fd::BorrowedFd;

/// Writes a line to standard output at once, after what the bot has printed itself [MET-1].
///
/// The lock keeps it apart from what other threads print. The line does not go through the stream of the standard
/// library, which would report success on a closed one.
pub(crate) fn write_stdout(line: &[u8]) -> io::Result<()> {
    let mut stream = io::stdout().lock();
    // What the bot has printed is the bot's; if it cannot be written, neither can the line.
    _ = stream.flush();
    write(rustix::stdio::stdout(), line)
}

/// Writes a line to standard error at once.
pub(crate) fn write_stderr(line: &[u8]) -> io::Result<()> {
    let _stream = io::stderr().lock();
    write(rustix::stdio::stderr(), line)
}

/// As [`write_stderr`], without waiting for a thread that holds the stream [RES-18].
pub(crate) fn write_stderr_unlocked(line: &[u8]) -> io::Result<()> {
    write(rustix::stdio::stderr(), line)
}

fn write(stream: BorrowedFd<'_>, mut line: &[u8]) -> io::Result<()> {
    while !line.is_empty() {
        match retry_on_intr(|| rustix::io::write(stream, line)) {
            Ok(written) => line = &line[written..],
            // A process that shares the stream has made it non-blocking.
            Err(Errno::AGAIN) => {
                retry_on_intr(|| poll(&mut [PollFd::new(&stream, PollFlags::OUT)], None))?;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
