//! The query program of a bot.

use botyard::{Error, query, state, stop};
use std::error::Error as StdError;
use std::fmt;
use std::panic::panic_any;
use std::path::Path;
use std::thread;
use std::time::Duration;
use tokio::runtime;

fn main() -> Result<(), Error> {
    query::handler("/double", |request| request.get_integer("n").map(|n| n.unwrap_or(1) * 2).ok())?;
    query::handler("/panic", |_| -> u8 { panic!("no quotes today") })?;
    query::handler("/wait", |request| wait_for(&request.get("file").unwrap_or_default()))?;
    // As a blocking HTTP client does, which refuses to work on a thread that runs a server's own tasks.
    query::handler("/async", |_| {
        runtime::Builder::new_current_thread().build().map(|own| own.block_on(async { 7 })).ok()
    })?;
    query::try_handler("/own", |request| request.get_as::<Vec<u8>>("list"))?;
    query::try_handler("/set", |_| state::set("key", &1))?;
    query::try_handler("/delete", |_| state::delete("key"))?;
    query::try_handler("/clear", |_| state::clear())?;
    query::try_handler("/boxed", |request| -> Result<_, Box<dyn StdError>> {
        let text = request.get_string("text")?.unwrap_or_default();
        Ok(text.parse::<f64>()?)
    })?;
    query::try_handler("/shared", |request| -> Result<_, Box<dyn StdError + Send + Sync>> {
        Ok(request.get_integer("n")?)
    })?;
    query::handler("/thrown", |request| -> i64 {
        match (request.get_integer("n"), request.get("boxed")) {
            (Ok(_), _) => panic_any(Wrapped::of(state::set("key", &1).unwrap_err())),
            (Err(refused), None) => panic_any(refused),
            (Err(refused), Some(_)) => panic_any(Wrapped::of(refused)),
        }
    })?;
    query::handler("/left", |_| {
        thread::spawn(|| panic_any(Wrapped::of(state::set("key", &1).unwrap_err())));
    })?;
    query::handler("/faulty", |_| -> u8 { panic_any(Box::new(Faulty) as BoxedError) })?;
    query::handler("/stop", |_| stop::requested().ok())?;
    query::try_handler("/text", |_| Err::<(), _>("not today"))?;
    query::run()
}

type BoxedError = Box<dyn StdError + Send + Sync>;

#[derive(Debug)]
struct Wrapped(Error);

impl Wrapped {
    fn of(error: Error) -> BoxedError {
        Box::new(Self(error))
    }
}

impl fmt::Display for Wrapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("own error")
    }
}

impl StdError for Wrapped {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&self.0)
    }
}

/// An error whose message cannot be made.
#[derive(Debug)]
struct Faulty;

impl fmt::Display for Faulty {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("no words")
    }
}

impl StdError for Faulty {}

fn wait_for(file: &str) {
    // Its beginning is visible to the test.
    std::fs::write(format!("{file}.begun"), "").expect("the folder is writable");
    while !Path::new(file).exists() {
        thread::sleep(Duration::from_millis(2));
    }
}
