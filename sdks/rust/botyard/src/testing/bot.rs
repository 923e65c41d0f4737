use super::{LogRecord, Metric};
use crate::process::test_process::{self, TestProcess};
use crate::query;
use botyard_core::query::Registry;
use serde::Serialize;
use serde_json::{Value, json};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::SystemTime;

/// A bot in a test, made by [`BotOptions::enter`](super::BotOptions::enter), until it is dropped.
#[derive(Debug)]
#[must_use = "the functions of the SDK belong to the bot until it is dropped"]
pub struct Bot {
    process: Arc<TestProcess>,
    /// The handlers that were registered before.
    handlers: Registry,
}

impl Bot {
    pub(super) fn enter(process: TestProcess) -> Self {
        let process = Arc::new(process);
        test_process::enter(&process);
        Self { process, handlers: query::handlers() }
    }

    /// Runs a program of the bot until it ends, and returns its exit code.
    ///
    /// The program is a function such as `main`; an asynchronous one brings its runtime, as `#[tokio::main]` does.
    /// [`error`](crate::error()) of the SDK, in any thread, ends it with exit code 1, where it ends the process otherwise: a program
    /// in another thread ends at its next call of the SDK. A result of an earlier run is removed [RES-15], unless the program
    /// answers queries.
    /// [`query::run`](crate::query::run()) returns at once: the handlers that a query program registers are asked with
    /// [`ask`](Self::ask). `std::process::exit` ends the test.
    ///
    /// ```
    /// use botyard::{error, testing::BotOptions};
    ///
    /// let bot = BotOptions::new().enter();
    /// assert_eq!(bot.run(|| Err(error("no price")))?, 1);
    /// assert_eq!(bot.logs()[0].message, "no price");
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What the program returns; `main` would end with exit code 1.
    ///
    /// # Panics
    ///
    /// If the program does.
    pub fn run<E>(&self, program: impl FnOnce() -> Result<(), E>) -> Result<i32, E> {
        self.process.begin();
        let outcome = panic::catch_unwind(AssertUnwindSafe(program));
        match (self.process.ended(), outcome) {
            (Some(exit_code), _) => Ok(exit_code),
            (None, Ok(outcome)) => outcome.map(|()| 0),
            (None, Err(payload)) => panic::resume_unwind(payload),
        }
    }

    /// Asks the handler of a query's path, and returns its answer as the platform gives it.
    ///
    /// That is `{"status": "ok", "data": …}`, or for a failure `{"status": "error", "error": message, "code": code}`. As in
    /// a query process, the handler cannot change the state; a failure is logged.
    ///
    /// ```
    /// use botyard::{query, testing::BotOptions};
    /// use serde_json::json;
    ///
    /// let bot = BotOptions::new().enter();
    /// query::handler("/limits", |_| [10, 20])?;
    /// assert_eq!(bot.ask("/limits"), json!({ "status": "ok", "data": [10, 20] }));
    /// # Ok::<_, botyard::Error>(())
    /// ```
    #[must_use]
    pub fn ask(&self, path: &str) -> Value {
        self.ask_with(path, &json!({}))
    }

    /// Asks with parameters: anything that serde can write as an object.
    ///
    /// ```
    /// use botyard::{query, testing::BotOptions};
    /// use serde_json::json;
    ///
    /// let bot = BotOptions::new().enter();
    /// query::try_handler("/double", |request| request.get_integer("n").map(|n| n.map(|n| 2 * n)))?;
    /// assert_eq!(bot.ask_with("/double", &json!({ "n": 4 })), json!({ "status": "ok", "data": 8 }));
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the parameters have no JSON form.
    #[must_use]
    pub fn ask_with<T: Serialize + ?Sized>(&self, path: &str, params: &T) -> Value {
        let params = serde_json::to_string(params).expect("the parameters have a JSON form");
        serde_json::from_str(&query::ask(path, &params)).expect("an answer is JSON")
    }

    /// Asks the bot to stop, as the platform does with SIGTERM; from any thread.
    ///
    /// ```
    /// use botyard::{stop, testing::BotOptions};
    ///
    /// let bot = BotOptions::new().enter();
    /// bot.stop();
    /// assert!(stop::requested()?);
    /// # Ok::<_, botyard::Error>(())
    /// ```
    pub fn stop(&self) {
        self.process.stop();
    }

    /// What it has emitted, in order.
    ///
    /// ```
    /// use botyard::{metric, testing::BotOptions};
    /// use serde_json::json;
    ///
    /// let bot = BotOptions::new().enter();
    /// metric("price", &json!({ "value": 187.5 }))?;
    /// assert_eq!(bot.metrics()[0].data, json!({ "value": 187.5 }));
    /// # Ok::<_, botyard::Error>(())
    /// ```
    #[must_use]
    pub fn metrics(&self) -> Vec<Metric> {
        self.process.metrics()
    }

    /// What it has logged, in order.
    ///
    /// ```
    /// use botyard::{log, testing::BotOptions};
    ///
    /// let bot = BotOptions::new().enter();
    /// log::warn("price is old")?;
    /// assert_eq!(bot.logs()[0].level, "warn");
    /// # Ok::<_, botyard::Error>(())
    /// ```
    #[must_use]
    pub fn logs(&self) -> Vec<LogRecord> {
        self.process.logs()
    }

    /// The result that it has reported last; `None` if it has reported none.
    ///
    /// ```
    /// use botyard::{success, testing::BotOptions};
    /// use serde_json::json;
    ///
    /// let bot = BotOptions::new().enter();
    /// success("looked")?;
    /// assert_eq!(bot.result(), Some(json!({ "status": "success", "message": "looked" })));
    /// # Ok::<_, botyard::Error>(())
    /// ```
    #[must_use]
    pub fn result(&self) -> Option<Value> {
        self.process.result()
    }

    /// What its clock shows.
    ///
    /// ```
    /// use botyard::{stop, testing::BotOptions};
    /// use std::time::Duration;
    ///
    /// let bot = BotOptions::new().stop_after(Duration::MAX).enter();
    /// let before = bot.now();
    /// stop::wait(Duration::from_secs(60))?;
    /// assert_eq!(bot.now(), before + Duration::from_secs(60));
    /// # Ok::<_, botyard::Error>(())
    /// ```
    #[must_use]
    pub fn now(&self) -> SystemTime {
        self.process.now()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        query::replace_handlers(std::mem::take(&mut self.handlers));
        test_process::leave();
    }
}
