use std::io::{self, Write as _};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

const TURNS: u32 = 18;
const MOST_TURNS: u32 = 100;
const TURN: Duration = Duration::from_millis(5);

/// Ends the process at once: no destructor, no exit hook [RES-8].
///
/// What the bot has printed is flushed by a thread, so that neither a lock nor a missing reader holds up the end for
/// more than 100 ms [RES-18]. Standard error has no buffer.
pub(crate) fn now(exit_code: i32) -> ! {
    #[cfg(feature = "testing")]
    if let Some(process) = super::test_process::entered() {
        process.end(exit_code);
    }
    let (done, flushed) = mpsc::channel();
    let flush = move || {
        _ = io::stdout().flush();
        _ = done.send(());
    };
    if thread::Builder::new().spawn(flush).is_ok() {
        wait(&flushed);
    }
    signal_hook::low_level::exit(exit_code)
}

/// Waits in short turns. While the process is paused or gets no processor, none of them ends, and a late one is not the
/// last, so that the thread loses no time.
fn wait(flushed: &Receiver<()>) {
    for turn in 1..=MOST_TURNS {
        let began = Instant::now();
        if flushed.recv_timeout(TURN) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        if turn >= TURNS && began.elapsed() < 2 * TURN {
            return;
        }
    }
}
