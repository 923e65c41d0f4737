use super::Bot;
use crate::process::test_process::TestProcess;
use serde::Serialize;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// 2026-01-01T00:00:00Z
const BEGINNING: Duration = Duration::from_secs(1_767_225_600);

/// What a bot in a test is given.
///
/// ```
/// use botyard::testing::BotOptions;
/// use botyard::{input, metric, stop};
/// use serde_json::json;
/// use std::time::Duration;
///
/// fn look() -> Result<(), botyard::Error> {
///     let config = input::parse()?.config;
///     while !stop::requested()? {
///         metric("price", &json!({ "symbol": config["symbol"], "value": 187.5 }))?;
///         stop::wait(Duration::from_secs(60))?;
///     }
///     Ok(())
/// }
///
/// let options = BotOptions::new().config(&json!({ "symbol": "AAPL" })).stop_after(Duration::from_secs(120));
/// let bot = options.enter();
/// assert_eq!(bot.run(look)?, 0);
/// assert_eq!(bot.metrics().len(), 2);
/// assert_eq!(bot.metrics()[1].timestamp, "2026-01-01T00:01:00.000Z");
/// # Ok::<_, botyard::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "a bot is made by enter"]
pub struct BotOptions {
    pub(crate) id: String,
    pub(crate) config: String,
    pub(crate) now: SystemTime,
    pub(crate) stop_after: Duration,
}

impl Default for BotOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl BotOptions {
    /// A bot with the id `test-bot` and the config `{}`, at the beginning of 2026, that is asked to stop at its first wait.
    ///
    /// ```
    /// let bot = botyard::testing::BotOptions::new().enter();
    /// assert_eq!(botyard::input::parse()?.bot_id, "test-bot");
    /// # Ok::<_, botyard::Error>(())
    /// ```
    pub fn new() -> Self {
        Self {
            id: "test-bot".to_owned(),
            config: "{}".to_owned(),
            now: UNIX_EPOCH + BEGINNING,
            stop_after: Duration::ZERO,
        }
    }

    /// Sets its config: anything that serde can write as an object.
    ///
    /// ```
    /// let bot = botyard::testing::BotOptions::new().config(&serde_json::json!({ "lots": 3 })).enter();
    /// assert_eq!(botyard::input::parse()?.config["lots"], 3);
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the config has no JSON form.
    pub fn config<T: Serialize + ?Sized>(mut self, config: &T) -> Self {
        self.config = serde_json::to_string(config).expect("the config has a JSON form");
        self
    }

    /// Sets its identifier.
    ///
    /// ```
    /// let bot = botyard::testing::BotOptions::new().id("mine").enter();
    /// assert_eq!(botyard::input::parse()?.bot_id, "mine");
    /// # Ok::<_, botyard::Error>(())
    /// ```
    pub fn id(mut self, id: &str) -> Self {
        id.clone_into(&mut self.id);
        self
    }

    /// Sets what its clock shows at first; the times of chrono, jiff and time convert to a [`SystemTime`].
    ///
    /// ```
    /// let bot = botyard::testing::BotOptions::new().now(std::time::UNIX_EPOCH).enter();
    /// botyard::metric("beat", &serde_json::json!({}))?;
    /// assert_eq!(bot.metrics()[0].timestamp, "1970-01-01T00:00:00.000Z");
    /// # Ok::<_, botyard::Error>(())
    /// ```
    pub fn now(mut self, now: impl Into<SystemTime>) -> Self {
        self.now = now.into();
        self
    }

    /// Sets when the platform asks the bot to stop: as soon as it has waited for so long in
    /// [`stop::wait`](crate::stop::wait). Zero means at its first wait of more than 0 s, [`Duration::MAX`] not at all.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// let bot = botyard::testing::BotOptions::new().stop_after(Duration::from_secs(90)).enter();
    /// assert!(!botyard::stop::wait(Duration::from_secs(60))?);
    /// assert!(botyard::stop::wait(Duration::from_secs(60))?);
    /// # Ok::<_, botyard::Error>(())
    /// ```
    pub fn stop_after(mut self, time: Duration) -> Self {
        self.stop_after = time;
        self
    }

    /// Makes the bot, to which the functions of the SDK belong until it is dropped; waits while there is one in another
    /// thread.
    ///
    /// ```
    /// use botyard::{state, testing::BotOptions};
    ///
    /// let bot = BotOptions::new().enter();
    /// state::set("shares", &10)?;
    /// drop(bot);
    ///
    /// let other = BotOptions::new().enter();
    /// assert!(state::list()?.is_empty());
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If this thread has made another bot that is not dropped yet, or if there can be no temporary folder.
    pub fn enter(self) -> Bot {
        Bot::enter(TestProcess::new(self).expect("a temporary folder can be made"))
    }
}
