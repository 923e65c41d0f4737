//! What the SDK uses instead of the process while a bot is entered in a test.

use super::clock;
use crate::stop::future::{self, Waiting};
use crate::testing::{BotOptions, LogRecord, Metric};
use serde_json::Value;
use std::cell::RefCell;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::panic;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, SystemTime};
use std::{env, fs, ptr};

static TURN: Mutex<Option<(ThreadId, Arc<TestProcess>)>> = Mutex::new(None);
static FREE: Condvar = Condvar::new();

thread_local! {
    /// The process that this thread belongs to from its first call on, and which life of it.
    static OWN: RefCell<Option<(Arc<TestProcess>, u64)>> = const { RefCell::new(None) };
}

/// The process that this thread belongs to: that of the bot whose turn it is, or one that has ended.
pub(crate) fn entered() -> Option<Arc<TestProcess>> {
    let turn = lock(&TURN).clone();
    let of_thread = |own: &RefCell<Option<(Arc<TestProcess>, u64)>>| match &turn {
        Some((thread, process)) if *thread == thread::current().id() => Some(Arc::clone(process)),
        Some((_, process)) => {
            let first = || (Arc::clone(process), lock(&process.seen).life);
            Some(Arc::clone(&own.borrow_mut().get_or_insert_with(first).0))
        }
        None => own.borrow().as_ref().map(|(process, _)| Arc::clone(process)),
    };
    // A thread that ends has no variables of its own any more.
    let process = OWN.try_with(of_thread).unwrap_or_else(|_| turn.map(|(_, process)| process))?;
    process.leave_if_ended();
    Some(process)
}

/// Fails in a thread of a process that has ended.
pub(crate) fn check() -> io::Result<()> {
    entered().map_or(Ok(()), |process| process.check(&lock(&process.seen)))
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
    OWN.set(None);
}

pub(crate) fn leave() {
    let left = lock(&TURN).take();
    FREE.notify_one();
    if let Some((_, process)) = left {
        lock(&process.seen).life = u64::MAX;
        process.remove_folder();
        future::tell(&process.futures);
    }
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
    /// The thread that runs a program.
    runner: Option<ThreadId>,
    exit_code: Option<i32>,
    /// How often the bot has ended; its threads end with it.
    life: u64,
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
            runner: None,
            exit_code: None,
            life: 0,
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

    pub(crate) fn take_metric(&self, line: &[u8]) -> io::Result<()> {
        let mut seen = lock(&self.seen);
        self.check(&seen)?;
        seen.metrics.push(Metric::of(line));
        Ok(())
    }

    pub(crate) fn take_log(&self, line: &[u8]) -> io::Result<()> {
        let mut seen = lock(&self.seen);
        self.check(&seen)?;
        seen.logs.push(LogRecord::of(line));
        Ok(())
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
        if self.check(&seen).is_err() {
            return true;
        }
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

    /// Begins a program, which `end` may end. An earlier result is put away [RES-15].
    pub(crate) fn begin(&self) {
        OWN.set(None);
        _ = fs::remove_file(self.earlier_result());
        _ = fs::rename(self.folder.join("result.json"), self.earlier_result());
        let mut seen = lock(&self.seen);
        seen.runner = Some(thread::current().id());
        seen.exit_code = None;
    }

    /// Brings the earlier result back: the program only answers queries.
    pub(crate) fn keep_result(&self) {
        _ = fs::hard_link(self.earlier_result(), self.folder.join("result.json"));
    }

    fn earlier_result(&self) -> PathBuf {
        self.folder.join("earlier-result.json")
    }

    /// Returns the exit code with which the program was ended, if it was.
    pub(crate) fn ended(&self) -> Option<i32> {
        let mut seen = lock(&self.seen);
        seen.runner = None;
        if seen.exit_code.is_some() {
            seen.life += 1;
        }
        seen.exit_code
    }

    pub(crate) fn end(&self, exit_code: i32) -> ! {
        let mut seen = lock(&self.seen);
        if self.check(&seen).is_ok() {
            seen.exit_code = Some(exit_code);
            let is_running = seen.runner.is_some();
            drop(seen);
            assert!(is_running, "the bot ended with exit code {exit_code}; let Bot::run run what ends it");
        }
        panic::resume_unwind(Box::new(Ended))
    }

    /// Fails if `error` has ended the program, which has not returned yet, or if this thread is of an earlier life.
    fn check(&self, seen: &Seen) -> io::Result<()> {
        let is_earlier =
            |(process, life): &(Arc<Self>, u64)| ptr::eq(Arc::as_ptr(process), self) && *life < seen.life;
        let is_left = OWN.try_with(|own| own.borrow().as_ref().is_some_and(is_earlier)).unwrap_or(false);
        if is_left || (seen.runner.is_some() && seen.exit_code.is_some()) {
            return Err(io::Error::other("the bot of this thread has ended"));
        }
        Ok(())
    }

    /// Ends the program if another thread has ended the bot; not while it ends already, in a destructor.
    fn leave_if_ended(&self) {
        let seen = lock(&self.seen);
        let is_runner = seen.runner == Some(thread::current().id());
        if is_runner && seen.exit_code.is_some() && !thread::panicking() {
            drop(seen);
            panic::resume_unwind(Box::new(Ended))
        }
    }

    fn remove_folder(&self) {
        _ = fs::remove_dir_all(&self.folder);
    }
}

impl Drop for TestProcess {
    fn drop(&mut self) {
        // A thread that has been left behind may have written meanwhile.
        self.remove_folder();
    }
}
