use std::io::{self, Write as _};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Ends the process at once: no destructor, no exit hook [RES-8].
///
/// What the bot has printed is flushed by a thread, so that neither a lock nor a missing reader holds up the end for
/// more than 100 ms [RES-18]. Standard error has no buffer.
pub(crate) fn now(exit_code: i32) -> ! {
    let (done, flushed) = mpsc::channel();
    let flush = move || {
        _ = io::stdout().flush();
        _ = done.send(());
    };
    if thread::Builder::new().spawn(flush).is_ok() {
        _ = flushed.recv_timeout(Duration::from_millis(100));
    }
    signal_hook::low_level::exit(exit_code)
}
