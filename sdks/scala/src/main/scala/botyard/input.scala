package botyard

import botyard.process.environment
import upickle.default.Reader

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
    * @tparam Config
    *   a JSON object, or the type that `parseAs` reads it as
    */
  final case class Input[+Config](botId: String, config: Config):
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
  def parse(): Input[ujson.Obj] =
    val botId = environment.variable("BOT_ID").getOrElse(throw BotyardException("input.missing_bot_id"))
    val text =
      environment.variable("BOT_CONFIG").getOrElse(throw BotyardException("input.missing_bot_config"))
    read(text) match
      case config: ujson.Obj => Input(botId, config)
      case other =>
        throw BotyardException("input.config_not_object", "kind" -> errors.kindOf(other))

  /** Reads the bot's id, and its config as any type that uPickle can read, such as a case class [IN-6].
    *
    * The config must fit the type as [[state.getAs]] says.
    *
    * {{{
    * case class Config(symbol: String, shares: Int = 10) derives upickle.default.Reader
    * val input.Input(botId, config) = input.parseAs[Config]()
    * println(s"$botId buys ${config.shares} ${config.symbol}") // bot-1 buys 10 AAPL
    * }}}
    *
    * @throws BotyardException
    *   the codes of [[parse]], and `input.wrong_type` with the path of the first part that does not fit, such as
    *   `legs[0].size`; it quotes no value of the config, which may be secret [IN-5]
    */
  def parseAs[Config: Reader](): Input[Config] =
    val Input(botId, config) = parse()
    try Input(botId, json.decode[Config](config))
    // Without a cause: what a reader has thrown may quote the config.
    catch
      case misfit: json.Misfit =>
        throw BotyardException("input.wrong_type", "reason" -> misfit.reason(config))

  private def read(text: String): ujson.Value =
    try json.read(text)
    catch case cause: json.NotJson => throw BotyardException.caused(cause, "input.invalid_bot_config")
end input
