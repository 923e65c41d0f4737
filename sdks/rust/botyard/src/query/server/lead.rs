//! Which thread does the reading and writing, and which ones run handlers.
//!
//! One thread leads: it reads and writes for all connections until a query has been received, runs the handler itself,
//! and leads on. A quick handler therefore waits for no thread to wake up. If a handler runs for longer than a tick, the
//! watcher gives the lead to another thread, so that no other query waits for it. Queries that have been received
//! by then are not each given a tick: while handlers are slow, a thread gives the lead away before it runs one.
//!
//! `spawn_blocking` for each handler would be shorter and slower; decision 0020 has the numbers.

use super::exchange::Query;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::UnboundedReceiver;

/// How long a handler may run before the lead is given away.
const TICK: Duration = Duration::from_millis(1);

pub(super) struct Lead {
    runtime: Runtime,
    queries: Mutex<UnboundedReceiver<Query>>,
    state: Mutex<State>,
    begun: Condvar,
}

struct State {
    /// The number of the last handler that the thread that leads began to run.
    turn: u64,
    /// Whether it still runs and its thread still leads.
    running: bool,
    /// Whether the last handler to return or to lose the lead ran for longer than a tick.
    slow: bool,
    /// Whether the watcher waits for a handler to begin. Otherwise none has to wake it.
    unwatched: bool,
}

impl Lead {
    /// Answers queries until the process ends; the calling thread becomes the watcher.
    pub(super) fn run(runtime: Runtime, queries: UnboundedReceiver<Query>) -> ! {
        let lead = Arc::new(Self {
            runtime,
            queries: Mutex::new(queries),
            state: Mutex::new(State { turn: 0, running: false, slow: false, unwatched: false }),
            begun: Condvar::new(),
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
            if others_wait && self.state().slow {
                self.give();
                let began = Instant::now();
                query.answer();
                self.state().slow = began.elapsed() > TICK;
                return;
            }
            let turn = self.begin();
            query.answer();
            if !self.still_leads_after(turn) {
                return;
            }
        }
    }

    fn begin(&self) -> u64 {
        let mut state = self.state();
        state.turn += 1;
        state.running = true;
        if state.unwatched {
            self.begun.notify_one();
        }
        state.turn
    }

    fn still_leads_after(&self, turn: u64) -> bool {
        let mut state = self.state();
        let leads = state.running && state.turn == turn;
        if leads {
            state.running = false;
            state.slow = false;
        }
        leads
    }

    /// Gives the lead away from each handler that runs for a tick.
    fn watch(self: &Arc<Self>) -> ! {
        loop {
            let idle = |state: &mut State| {
                state.unwatched = !state.running;
                state.unwatched
            };
            let state = self.begun.wait_while(self.state(), idle).unwrap_or_else(PoisonError::into_inner);
            let turn = state.turn;
            drop(state);
            thread::sleep(TICK);
            let mut state = self.state();
            if state.running && state.turn == turn {
                state.running = false;
                state.slow = true;
                drop(state);
                self.give();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
