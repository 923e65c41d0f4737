//! What a panic hook sees of the panics in a query process [Q-38 … Q-44].

use crate::process::{clock, streams};
use botyard_core::query::{FILE, Failure, Raised, raised_by_panic, record};
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::panic::{self, PanicHookInfo};

thread_local! {
    static IN_HANDLER: Cell<bool> = const { Cell::new(false) };
    static SEEN: RefCell<Option<Raised>> = const { RefCell::new(None) };
}

/// Installs the hook: a panic in a handler is kept for its failure record, and a panic of any other thread, which no
/// answer would show, becomes one log line. The bot's own hook no longer runs, so that nothing else is written.
pub(crate) fn install() {
    panic::set_hook(Box::new(|info| {
        let seen = seen_of(info);
        if IN_HANDLER.get() {
            SEEN.replace(Some(seen));
        } else {
            log(raised_by_panic(info.payload(), seen));
        }
    }));
}

/// As [`install`], for a process with other work: a panic outside of handlers goes to the hook that was there before.
#[cfg(feature = "testing")]
pub(crate) fn install_beside() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if IN_HANDLER.get() {
                SEEN.replace(Some(seen_of(info)));
            } else {
                before(info);
            }
        }));
    });
}

#[cfg(feature = "testing")]
pub(crate) fn is_in_handler() -> bool {
    IN_HANDLER.get()
}

/// Runs a handler; its panics are kept for [`seen`].
pub(crate) fn watch<T>(run: impl FnOnce() -> T) -> T {
    IN_HANDLER.set(true);
    let value = run();
    IN_HANDLER.set(false);
    value
}

/// The last panic of this thread's handler.
pub(crate) fn seen() -> Option<Raised> {
    SEEN.take()
}

fn log(raised: Raised) {
    let message = raised.message.clone();
    let text = if message.is_empty() { "a failure without a message" } else { &message };
    let line = record(text, None, &Failure::Raised(raised), clock::now());
    _ = streams::write_stderr(line.as_bytes());
}

/// The place and the stack of a panic.
fn seen_of(info: &PanicHookInfo<'_>) -> Raised {
    let stack = without_panic_frames(&Backtrace::force_capture().to_string());
    let location = info.location().map(|place| (place.file().to_owned(), place.line()));
    let place = location.filter(|(file, _)| is_bots(file)).or_else(|| place_in(&stack));
    Raised { place, stack: Some(stack), ..Raised::default() }
}

/// Drops the innermost frames, those of the hook and of the panic itself.
fn without_panic_frames(stack: &str) -> String {
    const PANIC: [&str; 4] =
        ["core::panicking::", "rust_begin_unwind", "std::panicking::", "std::panic::panic_any"];
    let frames: Vec<&str> = stack.lines().collect();
    let is_panic = |line: &&str| PANIC.iter().any(|name| line.contains(name));
    let hook = frames.iter().position(is_panic).unwrap_or(0);
    let after = frames[hook..].iter().position(|line| is_frame(line) && !is_panic(line));
    frames[hook + after.unwrap_or(0)..].join("\n")
}

/// Whether a line begins a frame: `  12: name`, as opposed to `      at file:line:column`.
fn is_frame(line: &str) -> bool {
    line.trim_start().split_once(": ").is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

fn place_in(stack: &str) -> Option<(String, u32)> {
    stack.lines().find_map(|line| {
        let mut parts = line.trim_start().strip_prefix("at ")?.rsplitn(3, ':').skip(1);
        let number = parts.next()?.parse().ok()?;
        parts.next().filter(|file| is_bots(file)).map(|file| (file.to_owned(), number))
    })
}

/// Whether a file belongs neither to the SDK nor to the language's own library.
fn is_bots(file: &str) -> bool {
    // A path in the working directory is shown as `./…`, which may be the root.
    let file = file.strip_prefix('.').unwrap_or(file);
    let is_in = |folder: &str| file.starts_with(folder) || file.contains(&format!("/{folder}"));
    let is_sdk = [(file!(), "query/left_work.rs"), (FILE, "query/mod.rs")]
        .into_iter()
        .any(|(own, name)| own.strip_suffix(name).is_some_and(is_in));
    !is_sdk && !file.starts_with("/rustc/") && !file.contains("/lib/rustlib/src/")
}
