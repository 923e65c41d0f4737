//! The bot's identifier and configuration.

use crate::{Error, process::environment};
pub use botyard_core::input::Input;
use serde::de::DeserializeOwned;

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

/// As [`parse`], with the config as a type of the bot: a struct that derives serde's `Deserialize` [IN-6].
///
/// The config must fit at every depth. A member may only be missing if it is an `Option` or has `#[serde(default)]`.
///
/// ```no_run
/// #[derive(serde::Deserialize)]
/// struct Config {
///     symbol: String,
///     #[serde(default)]
///     lots: u32,
/// }
///
/// let input = botyard::input::parse_as::<Config>()?;
/// let Config { symbol, lots } = input.config;
/// # Ok::<_, botyard::Error>(())
/// ```
///
/// # Errors
///
/// As [`parse`], then `input.wrong_type` if the config does not fit; its message names the path of the first part that does
/// not, such as `legs[0].size`, and quotes no value.
pub fn parse_as<T: DeserializeOwned>() -> Result<Input<T>, Error> {
    botyard_core::input::parse_as(
        environment::get("BOT_ID").as_deref(),
        environment::get("BOT_CONFIG").as_deref(),
    )
}
