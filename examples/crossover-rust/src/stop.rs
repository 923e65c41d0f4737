//! The platform's request to stop, which is the signal SIGTERM.

use signal_hook::{consts::SIGTERM, low_level::pipe};
use std::io::{self, ErrorKind, Read};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// Receives requests to stop.
pub struct Requests(UnixStream);

impl Requests {
    /// Begins to receive. Before this, SIGTERM ends the process.
    pub fn receive() -> io::Result<Self> {
        let (receiver, sender) = UnixStream::pair()?;
        pipe::register(SIGTERM, sender)?;
        Ok(Self(receiver))
    }

    /// Waits for this time, or until the bot is asked to stop. Returns whether it was.
    pub fn arrive_within(&mut self, time: Duration) -> io::Result<bool> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            // A time-out of zero is not allowed.
            self.0.set_read_timeout(Some(left.max(Duration::from_micros(1))))?;
            match self.0.read(&mut [0]) {
                Ok(_) => return Ok(true),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
