use super::receiver;
use crate::Error;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

static WAITING: Mutex<Waiting> =
    Mutex::new(Waiting { has_thread: false, was_told: false, next: 0, wakers: BTreeMap::new() });

struct Waiting {
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
}

pub(super) fn new() -> Result<Requested, Error> {
    receiver::wait(Some(Duration::ZERO))?;
    let mut waiting = waiting();
    if !waiting.has_thread {
        thread::Builder::new().name("botyard-stop".to_owned()).spawn(tell).map_err(receiver::unavailable)?;
        waiting.has_thread = true;
    }
    waiting.next += 1;
    Ok(Requested { number: waiting.next })
}

/// Waits for the signal, whose handler cannot wake anything itself.
fn tell() {
    while receiver::wait(None).is_err() {
        thread::sleep(Duration::from_secs(1));
    }
    let mut waiting = waiting();
    waiting.was_told = true;
    let wakers = std::mem::take(&mut waiting.wakers);
    drop(waiting);
    wakers.into_values().for_each(Waker::wake);
}

fn waiting() -> MutexGuard<'static, Waiting> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Future for Requested {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let waker = cx.waker().clone();
        let mut waiting = waiting();
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
        let mut waiting = waiting();
        let last = waiting.wakers.remove(&self.number);
        release(waiting, last);
    }
}

/// Drops a waker when the lock is free again: it may drop a task that holds another future.
fn release(waiting: MutexGuard<'_, Waiting>, waker: Option<Waker>) {
    drop(waiting);
    drop(waker);
}
