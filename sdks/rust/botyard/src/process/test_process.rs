//! What the SDK uses instead of the process while a bot is entered in a test.

use super::clock;
use crate::stop::future::{self, Waiting};
use crate::testing::{BotOptions, LogRecord, Metric};
use serde_json::Value;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::panic;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, SystemTime};
use std::{env, fs};

static TURN: Mutex<Option<(ThreadId, Arc<TestProcess>)>> = Mutex::new(None);
static FREE: Condvar = Condvar::new();

/// The process of the bot whose turn it is, in all threads.
pub(crate) fn entered() -> Option<Arc<TestProcess>> {
    lock(&TURN).as_ref().map(|(_, process)| Arc::clone(process))
}

/// Waits until no other bot is entered.
pub(crate) fn enter(process: &Arc<TestProcess>) {
    let turn = lock(&TURN);
    let this = thread::current().id();
    if turn.as_ref().is_some_and(|(thread, _)| *thread == this) {
        drop(turn);
        panic!("another bot is entered in this thread; leave it first");
    }
    let mut free = FREE.wait_while(turn, |turn| turn.is_some()).unwrap_or_else(PoisonError::into_inner);
    *free = Some((this, Arc::clone(process)));
}

pub(crate) fn leave() {
    *lock(&TURN) = None;
    FREE.notify_one();
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends a program in the place of the process.
struct Ended;

#[derive(Debug)]
pub(crate) struct TestProcess {
    id: String,
    config: String,
    folder: PathBuf,
    /// The futures that wait for the request to stop.
    pub(crate) futures: Arc<Mutex<Waiting>>,
    seen: Mutex<Seen>,
}

#[derive(Debug)]
struct Seen {
    now: SystemTime,
    stop_after: Duration,
    is_asked_to_stop: bool,
    is_running: bool,
    exit_code: Option<i32>,
    metrics: Vec<Metric>,
    logs: Vec<LogRecord>,
}

impl TestProcess {
    pub(crate) fn new(options: BotOptions) -> io::Result<Self> {
        let BotOptions { id, config, now, stop_after } = options;
        let folder = env::temp_dir().join(format!("botyard-{:016x}", RandomState::new().hash_one(&id)));
        fs::DirBuilder::new().mode(0o700).create(&folder)?;
        let seen = Seen {
            now,
            stop_after,
            is_asked_to_stop: false,
            is_running: false,
            exit_code: None,
            metrics: Vec::new(),
            logs: Vec::new(),
        };
        Ok(Self { id, config, folder, futures: Arc::default(), seen: Mutex::new(seen) })
    }

    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        let path = |name| self.folder.join(name).display().to_string();
        match name {
            "BOT_ID" => Some(self.id.clone()),
            "BOT_CONFIG" => Some(self.config.clone()),
            "RESULT_PATH" => Some(path("result.json")),
            "STATE_DIR" => Some(path("state")),
            _ => None,
        }
    }

    pub(crate) fn now(&self) -> SystemTime {
        lock(&self.seen).now
    }

    pub(crate) fn milliseconds(&self) -> u64 {
        clock::milliseconds(self.now())
    }

    pub(crate) fn take_metric(&self, line: &[u8]) {
        lock(&self.seen).metrics.push(Metric::of(line));
    }

    pub(crate) fn take_log(&self, line: &[u8]) {
        lock(&self.seen).logs.push(LogRecord::of(line));
    }

    pub(crate) fn metrics(&self) -> Vec<Metric> {
        lock(&self.seen).metrics.clone()
    }

    pub(crate) fn logs(&self) -> Vec<LogRecord> {
        lock(&self.seen).logs.clone()
    }

    pub(crate) fn result(&self) -> Option<Value> {
        let text = fs::read(self.folder.join("result.json")).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Moves the clock instead of waiting; returns whether the bot is to stop.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let mut seen = lock(&self.seen);
        if seen.is_asked_to_stop || time.is_zero() {
            return seen.is_asked_to_stop;
        }
        let moved = time.min(seen.stop_after);
        let Some(now) = seen.now.checked_add(moved) else {
            drop(seen);
            panic!("the bot would never be asked to stop, because stop_after is Duration::MAX");
        };
        seen.now = now;
        if seen.stop_after < Duration::MAX {
            seen.stop_after -= moved;
        }
        let is_over = seen.stop_after.is_zero();
        drop(seen);
        if is_over {
            self.stop();
        }
        is_over
    }

    pub(crate) fn stop(&self) {
        lock(&self.seen).is_asked_to_stop = true;
        future::tell(&self.futures);
    }

    /// Begins a program, which `end` may end.
    pub(crate) fn begin(&self) {
        let mut seen = lock(&self.seen);
        seen.is_running = true;
        seen.exit_code = None;
    }

    /// Returns the exit code with which the program was ended, if it was.
    pub(crate) fn ended(&self) -> Option<i32> {
        let mut seen = lock(&self.seen);
        seen.is_running = false;
        seen.exit_code
    }

    pub(crate) fn end(&self, exit_code: i32) -> ! {
        let mut seen = lock(&self.seen);
        seen.exit_code = Some(exit_code);
        let is_running = seen.is_running;
        drop(seen);
        assert!(is_running, "the bot ended with exit code {exit_code}; let Bot::run run what ends it");
        panic::resume_unwind(Box::new(Ended))
    }
}

impl Drop for TestProcess {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.folder);
    }
}
