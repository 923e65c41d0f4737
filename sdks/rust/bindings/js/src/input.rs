//! The bot's id and config.

use crate::Answer;

/// Checks the values of `BOT_ID` and `BOT_CONFIG` [IN-1, IN-2].
///
/// # Errors
///
/// `input.missing_bot_id`, `input.missing_bot_config`, `input.invalid_bot_config`, `input.config_not_object`
pub fn check<J>(id: Option<&str>, config: Option<&str>) -> Answer<J> {
    botyard_core::input::parse(id, config)?;
    Ok(None)
}
