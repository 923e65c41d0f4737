use super::receiver;
use crate::Error;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

static WAITING: LazyLock<Arc<Mutex<Waiting>>> = LazyLock::new(Arc::default);

/// The futures that wait for a request to stop.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    has_thread: bool,
    was_told: bool,
    next: u64,
    wakers: BTreeMap<u64, Waker>,
}

/// A future that is ready when the platform asks the bot to stop, made by [`future`](super::future()).
#[derive(Debug)]
#[must_use = "it does nothing unless it is awaited"]
pub struct Requested {
    number: u64,
    among: Arc<Mutex<Waiting>>,
}

pub(super) fn new() -> Result<Requested, Error> {
    #[cfg(feature = "testing")]
    if let Some(process) = crate::process::test_process::entered() {
        return Ok(next_of(&process.futures, &mut lock(&process.futures)));
    }
    receiver::wait(Some(Duration::ZERO))?;
    let mut waiting = lock(&WAITING);
    if !waiting.has_thread {
        thread::Builder::new().name("botyard-stop".to_owned()).spawn(wait).map_err(receiver::unavailable)?;
        waiting.has_thread = true;
    }
    Ok(next_of(&WAITING, &mut waiting))
}

fn next_of(among: &Arc<Mutex<Waiting>>, waiting: &mut Waiting) -> Requested {
    waiting.next += 1;
    Requested { number: waiting.next, among: Arc::clone(among) }
}

/// Waits for the signal, whose handler cannot wake anything itself.
fn wait() {
    while receiver::wait(None).is_err() {
        thread::sleep(Duration::from_secs(1));
    }
    tell(&WAITING);
}

/// Makes the futures ready that wait now or later.
pub(crate) fn tell(waiting: &Mutex<Waiting>) {
    let mut waiting = lock(waiting);
    waiting.was_told = true;
    let wakers = std::mem::take(&mut waiting.wakers);
    drop(waiting);
    wakers.into_values().for_each(Waker::wake);
}

fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Future for Requested {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let waker = cx.waker().clone();
        let mut waiting = lock(&self.among);
        if waiting.was_told {
            return Poll::Ready(());
        }
        let last = waiting.wakers.insert(self.number, waker);
        release(waiting, last);
        Poll::Pending
    }
}

impl Drop for Requested {
    fn drop(&mut self) {
        let mut waiting = lock(&self.among);
        let last = waiting.wakers.remove(&self.number);
        release(waiting, last);
    }
}

/// Drops a waker when the lock is free again: it may drop a task that holds another future.
fn release(waiting: MutexGuard<'_, Waiting>, waker: Option<Waker>) {
    drop(waiting);
    drop(waker);
}
