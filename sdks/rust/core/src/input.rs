//! The bot's identifier and configuration.

use crate::{Error, ErrorCode, json, kind_of};
use serde_json::{Map, Value};
use std::fmt;

/// What the platform gives to a bot. Its `Debug` form leaves out the config, which may contain secrets [IN-5].
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Input {
    /// The bot's identifier, exactly as it is in `BOT_ID`.
    pub bot_id: String,
    /// The bot's configuration, which the platform has checked by the bot's schema.
    pub config: Map<String, Value>,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("bot_id", &self.bot_id).finish_non_exhaustive()
    }
}

/// Reads the input from the values of `BOT_ID` and `BOT_CONFIG` [IN-2]; an empty value counts as none [ENV-2].
///
/// ```
/// let input = botyard_core::input::parse(Some("bot-1"), Some(r#"{"symbol":"AAPL"}"#))?;
/// assert_eq!((input.bot_id.as_str(), &input.config["symbol"]), ("bot-1", &"AAPL".into()));
/// # Ok::<_, botyard_core::Error>(())
/// ```
///
/// # Errors
///
/// `input.missing_bot_id`, `input.missing_bot_config`, `input.invalid_bot_config`, `input.config_not_object`. None of
/// them quotes the config, which may contain secrets [IN-5].
pub fn parse(id: Option<&str>, config: Option<&str>) -> Result<Input, Error> {
    let id = given(id).ok_or_else(|| Error::new(ErrorCode::InputMissingBotId, &[]))?;
    let config = given(config).ok_or_else(|| Error::new(ErrorCode::InputMissingBotConfig, &[]))?;
    match json::read(config.as_bytes()) {
        Ok(Value::Object(config)) => Ok(Input { bot_id: id.to_owned(), config }),
        Ok(other) => Err(Error::new(ErrorCode::InputConfigNotObject, &[("kind", kind_of(&other))])),
        Err(cause) => Err(Error::new(ErrorCode::InputInvalidBotConfig, &[]).with_source(cause)),
    }
}

fn given(value: Option<&str>) -> Option<&str> {
    value.filter(|text| !text.is_empty())
}
