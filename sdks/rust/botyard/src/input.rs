//! The bot's identifier and configuration.

use crate::{Error, process::environment};
pub use botyard_core::input::Input;

/// Reads the bot's identifier and configuration from `BOT_ID` and `BOT_CONFIG`, anew at each call [IN-4].
///
/// The platform sets both variables. The config is the bot's own copy, and may contain secrets.
///
/// ```no_run
/// let input = botyard::input::parse()?;
/// let symbol = input.config.get("symbol").and_then(|value| value.as_str()).unwrap_or("AAPL");
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// The platform has checked the configuration by the bot's schema, so it can be read as a type:
///
/// ```no_run
/// # type Config = std::collections::HashMap<String, u64>; // in a bot: a struct that derives `Deserialize`
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let input = botyard::input::parse()?;
/// let config: Config = serde_json::from_value(input.config.into())?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// `input.missing_bot_id`, `input.missing_bot_config`, `input.invalid_bot_config` (its source gives the position),
/// `input.config_not_object`, in this order [IN-2]. None of them quotes the config.
pub fn parse() -> Result<Input, Error> {
    botyard_core::input::parse(
        environment::get("BOT_ID").as_deref(),
        environment::get("BOT_CONFIG").as_deref(),
    )
}
