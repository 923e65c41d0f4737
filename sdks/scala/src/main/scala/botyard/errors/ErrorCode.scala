// Generated from conformance/contract/messages.json by `npm run check -- --fix`. Do not edit.
// format: off
package botyard

/** The codes of the contract's error table [ERR-1]. The comment of each one has the message, with its placeholders in
  * braces, and the advice.
  *
  * {{{
  * val closes = Seq.fill(1_000_000)(0.5)
  * try state.set("closes", closes)
  * catch
  *   case error: BotyardException =>
  *     error.code match
  *       case ErrorCode.StateValueTooLarge => state.set("closes", closes.takeRight(100))
  *       case _                            => throw error
  * println(state.get("closes").map(_.arr.size)) // Some(100)
  * }}}
  */
object ErrorCode:
  /** `BOT_ID is not set`
    *
    * Run the bot on the platform or with `platform dev`, or set BOT_ID to a non-empty string.
    */
  final val InputMissingBotId = "input.missing_bot_id"

  /** `BOT_CONFIG is not set`
    *
    * Run the bot on the platform or with `platform dev`, or set BOT_CONFIG to a JSON object such as {}.
    */
  final val InputMissingBotConfig = "input.missing_bot_config"

  /** `BOT_CONFIG is not valid JSON`
    *
    * Correct BOT_CONFIG; the cause gives the position of the error.
    */
  final val InputInvalidBotConfig = "input.invalid_bot_config"

  /** `BOT_CONFIG must be a JSON object, got {kind}`
    *
    * Make the config an object, for example {"symbol":"AAPL"}.
    */
  final val InputConfigNotObject = "input.config_not_object"

  /** `the config does not fit its type: {reason}`
    *
    * Correct the config of the instance, or the type that the bot reads it as.
    */
  final val InputWrongType = "input.wrong_type"

  /** `a metric type must be a non-empty string, got {value}`
    *
    * Name the metric, for example metric("price", …).
    */
  final val MetricInvalidType = "metric.invalid_type"

  /** `the data of metric {type} must be a JSON object: {reason}`
    *
    * Pass an object of numbers, strings, booleans, null, arrays and objects.
    */
  final val MetricInvalidData = "metric.invalid_data"

  /** `metric {type} is {size} bytes as one line of JSON, more than 65536`
    *
    * Split the data across several metrics, or emit less data.
    */
  final val MetricTooLarge = "metric.too_large"

  /** `cannot write metric {type} to standard output: {reason}`
    *
    * Check that the bot's standard output is being read, and that its disk is not full.
    */
  final val MetricWriteFailed = "metric.write_failed"

  /** `a log message must be a string, got {kind}`
    *
    * Pass the text first and the details as data.
    */
  final val LogInvalidMessage = "log.invalid_message"

  /** `the data of a log line must be a JSON object: {reason}`
    *
    * Pass an object of numbers, strings, booleans, null, arrays and objects.
    */
  final val LogInvalidData = "log.invalid_data"

  /** `cannot write a log line to standard error: {reason}`
    *
    * Check that the bot's standard error is being read, and that its disk is not full.
    */
  final val LogWriteFailed = "log.write_failed"

  /** `the message of a result must be a string, got {kind}`
    *
    * Pass the text first and the details as data.
    */
  final val ResultInvalidMessage = "result.invalid_message"

  /** `the data of a result cannot be written: {reason}`
    *
    * Pass an object of numbers, strings, booleans, null, arrays and objects.
    */
  final val ResultInvalidData = "result.invalid_data"

  /** `the result is {size} bytes as JSON, more than 1048576`
    *
    * Report less data; use metrics or state for the rest.
    */
  final val ResultTooLarge = "result.too_large"

  /** `cannot write the result to {path}: {reason}`
    *
    * Check that the directory of RESULT_PATH exists, is writable and has free space.
    */
  final val ResultWriteFailed = "result.write_failed"

  /** `{function} cannot be used in a query process`
    *
    * Return the answer from the handler instead; to report a failure, throw an error.
    */
  final val ResultInQuery = "result.in_query"

  /** `invalid state key {key}: {reason}`
    *
    * Use a non-empty string of at most 200 characters when encoded; a–z, digits, _ and - count as one each, every other byte as three.
    */
  final val StateInvalidKey = "state.invalid_key"

  /** `the value of state key {key} has no JSON form: {reason}`
    *
    * Store only numbers, strings, booleans, null, arrays and objects.
    */
  final val StateInvalidValue = "state.invalid_value"

  /** `the value of state key {key} is {size} bytes as JSON, more than 1048576`
    *
    * Split the value across several keys, or store less data.
    */
  final val StateValueTooLarge = "state.value_too_large"

  /** `cannot change the state in {path}: {reason}`
    *
    * Check that STATE_DIR is a writable directory with free space.
    */
  final val StateWriteFailed = "state.write_failed"

  /** `cannot read the state in {path}: {reason}`
    *
    * Check that STATE_DIR is a directory that the bot can read.
    */
  final val StateReadFailed = "state.read_failed"

  /** `the file of state key {key} is not valid JSON: {path}`
    *
    * Inspect the file; to continue without its value, set or delete the key.
    */
  final val StateCorrupt = "state.corrupt"

  /** `the value of state key {key} is of another type: {reason}`
    *
    * Read it as the type that was stored; to continue without it, set or delete the key.
    */
  final val StateWrongType = "state.wrong_type"

  /** `state is read-only in a query process: {operation}`
    *
    * Change the state in the bot itself; a query can only read it.
    */
  final val StateReadOnly = "state.read_only"

  /** `a request to stop cannot be received: {reason}`
    *
    * Call a function of stop in the main thread first.
    */
  final val StopUnavailable = "stop.unavailable"

  /** `a query path must begin with /, got {value}`
    *
    * Use a path that begins with "/", for example "/status".
    */
  final val QueryInvalidPath = "query.invalid_path"

  /** `the handler of {path} must be a function, got {kind}`
    *
    * Pass a function that takes the request and returns the answer.
    */
  final val QueryInvalidHandler = "query.invalid_handler"

  /** `query.run() was called twice`
    *
    * Call query.run() once, at the end of the query program.
    */
  final val QueryAlreadyRunning = "query.already_running"

  /** `QUERY_PORT must be a number from 1 to 65535, got {value}`
    *
    * Correct QUERY_PORT, or unset it to use 9476.
    */
  final val QueryInvalidPort = "query.invalid_port"

  /** `cannot listen on {host}:{port}: {reason}`
    *
    * Stop the process that uses the port, or set QUERY_PORT to a free port.
    */
  final val QueryListenFailed = "query.listen_failed"

  /** `parameter {key} must be {expected}, got {value}`
    *
    * Send the parameter with the expected type, or leave it out.
    */
  final val QueryInvalidParam = "query.invalid_param"

  /** `no query handler for {path}`
    *
    * Use one of the paths in available_queries, or register a handler for this path.
    */
  final val QueryUnknownPath = "query.unknown_path"

  /** `query parameters must be a JSON object, got {text}`
    *
    * Send a JSON object such as {"limit":5}, or no parameters.
    */
  final val QueryParamsNotObject = "query.params_not_object"

  /** `{message}`
    *
    * The message comes from the handler; the bot's log shows where it failed.
    */
  final val QueryHandlerFailed = "query.handler_failed"

  /** `method {method} is not allowed`
    *
    * Use GET with a query string or POST with a JSON object.
    */
  final val QueryMethodNotAllowed = "query.method_not_allowed"

  /** `the request body exceeds 1048576 bytes`
    *
    * Send at most 1 MiB of parameters.
    */
  final val QueryBodyTooLarge = "query.body_too_large"
end ErrorCode
