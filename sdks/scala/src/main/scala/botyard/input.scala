package botyard

import botyard.process.environment

/** The bot's id and config. The platform sets both as environment variables before it starts the bot. */
object input:

  /** The bot's id and config.
    *
    * {{{
    * val found = input.parse()
    * println(s"${found.botId} watches ${found.config("symbol").str}") // bot-1 watches AAPL
    * println(found) // Input(bot-1, …)
    * }}}
    *
    * @param botId
    *   the identifier that the platform assigned to this bot; never empty [IN-1]
    * @param config
    *   the bot's config, valid against its configuration schema; changing it has no effect
    */
  final case class Input(botId: String, config: ujson.Obj):
    /** Shows the bot's identifier, and not the config, which may contain secrets [IN-5]. */
    override def toString: String = s"Input($botId, …)"

  /** Reads the bot's id from `BOT_ID` and its config from `BOT_CONFIG`.
    *
    * Every call reads both variables again and returns a new copy of the config. An empty variable counts as not set
    * [IN-1, IN-4].
    *
    * {{{
    * val input.Input(botId, config) = input.parse()
    * val shares = config.value.get("shares").fold(10)(_.num.toInt)
    * println(s"$botId buys $shares ${config("symbol").str}") // bot-1 buys 10 AAPL
    * }}}
    *
    * @return
    *   the bot's id, which is never empty, and its config
    * @throws BotyardException
    *   the first of these codes that applies [IN-2]: `input.missing_bot_id` or `input.missing_bot_config` if the
    *   variable is not set; `input.invalid_bot_config` if the config is not JSON (the cause gives the position);
    *   `input.config_not_object` if it is JSON, but no object
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
end input
