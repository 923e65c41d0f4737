//! The query program of a bot.

use botyard::{Error, query, state};
use std::error::Error as StdError;
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
    query::try_handler("/text", |_| Err::<(), _>("not today"))?;
    query::run()
}

fn wait_for(file: &str) {
    // Its beginning is visible to the test.
    std::fs::write(format!("{file}.begun"), "").expect("the folder is writable");
    while !Path::new(file).exists() {
        thread::sleep(Duration::from_millis(2));
    }
}
