//! The bot's identifier and configuration.

use crate::{Error, ErrorCode, json, kind_of, typed};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt;

/// What the platform gives to a bot. Its `Debug` form leaves out the config, which may contain secrets [IN-5].
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Input<C = Map<String, Value>> {
    /// The bot's identifier, exactly as it is in `BOT_ID`.
    pub bot_id: String,
    /// The bot's configuration, which the platform has checked by the bot's schema: a JSON object, or a type of the bot.
    pub config: C,
}

impl<C> fmt::Debug for Input<C> {
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

/// As [`parse`], with the config as a type of the bot [IN-6].
///
/// ```
/// use botyard_core::input::parse_as;
/// use std::collections::HashMap;
///
/// let input = parse_as::<HashMap<String, u8>>(Some("bot-1"), Some(r#"{"lots":3}"#))?;
/// assert_eq!(input.config["lots"], 3);
/// let refused = parse_as::<HashMap<String, u8>>(Some("bot-1"), Some(r#"{"lots":-3}"#)).unwrap_err();
/// let reason = "lots must be an integer from 0 to 255, got a number";
/// assert_eq!(refused.to_string(), format!("the config does not fit its type: {reason}"));
/// # Ok::<_, botyard_core::Error>(())
/// ```
///
/// # Errors
///
/// As [`parse`]; `input.wrong_type` if the config does not fit. Its source would quote the config, so there is none.
pub fn parse_as<T: DeserializeOwned>(id: Option<&str>, config: Option<&str>) -> Result<Input<T>, Error> {
    let Input { bot_id, config } = parse(id, config)?;
    let config = Value::Object(config);
    match typed::read_as(&config) {
        Ok(config) => Ok(Input { bot_id, config }),
        Err(misfit) => {
            Err(Error::new(ErrorCode::InputWrongType, &[("reason", &misfit.reason(Some(&config)))]))
        }
    }
}

fn given(value: Option<&str>) -> Option<&str> {
    value.filter(|text| !text.is_empty())
}
