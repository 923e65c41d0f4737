package botyard

import botyard.process.environment

/** The bot's identifier and configuration. */
object input:

  /** What the platform gives to a bot.
    *
    * @param botId
    *   the bot's identifier, exactly as it is in `BOT_ID`
    * @param config
    *   the bot's configuration
    */
  final case class Input(botId: String, config: ujson.Obj):
    /** Shows the bot's identifier, and not the config, which may contain secrets [IN-5]. */
    override def toString: String = s"Input($botId, …)"

  /** Reads the bot's identifier from `BOT_ID` and its configuration from `BOT_CONFIG`.
    *
    * Every call reads both variables again and returns a new copy of the config [IN-1, IN-4].
    *
    * {{{
    * val input.Input(botId, config) = input.parse()
    * val symbol = config("symbol").str
    * }}}
    *
    * @throws BotyardException
    *   `input.missing_bot_id`, `input.missing_bot_config`, `input.invalid_bot_config` (the cause gives the position),
    *   `input.config_not_object`; checked in this order [IN-2]
    */
  def parse(): Input =
    val botId = environment.variable("BOT_ID").getOrElse(throw BotyardException("input.missing_bot_id"))
    val text =
      environment.variable("BOT_CONFIG").getOrElse(throw BotyardException("input.missing_bot_config"))
    read(text) match
      case config: ujson.Obj => Input(botId, config)
      case other =>
        throw BotyardException("input.config_not_object", "kind" -> errors.kindOf(json.write(other)))

  private def read(text: String): ujson.Value =
    try json.read(text)
    catch case cause: json.NotJson => throw BotyardException.caused(cause, "input.invalid_bot_config")
