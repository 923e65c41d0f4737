//! Which thread does the reading and writing, and which ones run handlers.
//!
//! One thread leads: it reads and writes for all connections until a query has been received, runs the handler itself,
//! and leads on. A quick handler therefore waits for no thread to wake up. If a handler runs for longer than a tick, the
//! watcher gives the lead to another thread, so that no other query waits for it. Queries that have been received
//! by then are not each given a tick: while handlers are slow, a thread gives the lead away before it runs one.

use super::exchange::Query;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::UnboundedReceiver;

/// A handler that runs from one tick to the next gives the lead away.
const TICK: Duration = Duration::from_millis(1);
/// After so many ticks without a query the watcher sleeps until the next one.
const QUIET: u32 = 20;

pub(super) struct Lead {
    runtime: Runtime,
    queries: Mutex<UnboundedReceiver<Query>>,
    /// Counts the turns of reading and of running a handler; odd while the thread that leads runs one.
    turn: AtomicU64,
    /// Whether the last handler to return or to lose the lead ran for longer than a tick.
    slow: AtomicBool,
    watcher: Thread,
    watcher_sleeps: AtomicBool,
}

impl Lead {
    /// Answers queries until the process ends; the calling thread becomes the watcher.
    pub(super) fn run(runtime: Runtime, queries: UnboundedReceiver<Query>) -> ! {
        let lead = Arc::new(Self {
            runtime,
            queries: Mutex::new(queries),
            turn: AtomicU64::new(0),
            slow: AtomicBool::new(false),
            watcher: thread::current(),
            watcher_sleeps: AtomicBool::new(false),
        });
        lead.give();
        lead.watch()
    }

    /// Makes another thread lead.
    fn give(self: &Arc<Self>) {
        let lead = Arc::clone(self);
        self.runtime.spawn_blocking(move || lead.take());
    }

    /// Leads until another thread does.
    fn take(self: &Arc<Self>) {
        loop {
            let mut queries = self.queries.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(query) = self.runtime.block_on(queries.recv()) else { return };
            let others_wait = !queries.is_empty();
            drop(queries);
            if others_wait && self.slow.load(SeqCst) {
                self.give();
                let began = Instant::now();
                query.answer();
                return self.slow.store(began.elapsed() > TICK, SeqCst);
            }
            let turn = self.turn.fetch_add(1, SeqCst) + 1;
            if self.watcher_sleeps.load(SeqCst) {
                self.watcher.unpark();
            }
            query.answer();
            if self.turn.compare_exchange(turn, turn + 1, SeqCst, SeqCst).is_err() {
                return;
            }
            self.slow.store(false, SeqCst);
        }
    }

    fn watch(self: &Arc<Self>) -> ! {
        let mut quiet = 0;
        loop {
            let turn = self.turn.load(SeqCst);
            thread::sleep(TICK);
            let runs_handler = turn % 2 == 1;
            if runs_handler && self.turn.compare_exchange(turn, turn + 1, SeqCst, SeqCst).is_ok() {
                self.slow.store(true, SeqCst);
                self.give();
            }
            quiet = if self.turn.load(SeqCst) == turn { quiet + 1 } else { 0 };
            if quiet == QUIET {
                self.sleep(turn);
                quiet = 0;
            }
        }
    }

    /// Sleeps until the turn changes.
    fn sleep(&self, turn: u64) {
        self.watcher_sleeps.store(true, SeqCst);
        while self.turn.load(SeqCst) == turn {
            thread::park();
        }
        self.watcher_sleeps.store(false, SeqCst);
    }
}
