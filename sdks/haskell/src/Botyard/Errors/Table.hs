-- Generated from conformance/contract/messages.json by `npm run check -- --fix`. Do not edit.

-- | The contract's error table. [ERR-1, ERR-2, ERR-3]
module Botyard.Errors.Table
  ( ErrorCode (..)
  , codeName
  , entry
  ) where

import Data.Text (Text)

-- | The code of an error, which tells programs what failed. Each constructor is named after its code.
--
-- > Left refused <- try @BotyardError (State.delete "")
-- > print (Errors.code refused == Errors.StateInvalidKey) -- True
-- > print (length [minBound .. maxBound :: Errors.ErrorCode]) -- 37
data ErrorCode
  = InputMissingBotId -- ^ @input.missing_bot_id@
  | InputMissingBotConfig -- ^ @input.missing_bot_config@
  | InputInvalidBotConfig -- ^ @input.invalid_bot_config@
  | InputConfigNotObject -- ^ @input.config_not_object@
  | InputWrongType -- ^ @input.wrong_type@
  | MetricInvalidType -- ^ @metric.invalid_type@
  | MetricInvalidData -- ^ @metric.invalid_data@
  | MetricTooLarge -- ^ @metric.too_large@
  | MetricWriteFailed -- ^ @metric.write_failed@
  | LogInvalidMessage -- ^ @log.invalid_message@
  | LogInvalidData -- ^ @log.invalid_data@
  | LogWriteFailed -- ^ @log.write_failed@
  | ResultInvalidMessage -- ^ @result.invalid_message@
  | ResultInvalidData -- ^ @result.invalid_data@
  | ResultTooLarge -- ^ @result.too_large@
  | ResultWriteFailed -- ^ @result.write_failed@
  | ResultInQuery -- ^ @result.in_query@
  | StateInvalidKey -- ^ @state.invalid_key@
  | StateInvalidValue -- ^ @state.invalid_value@
  | StateValueTooLarge -- ^ @state.value_too_large@
  | StateWriteFailed -- ^ @state.write_failed@
  | StateReadFailed -- ^ @state.read_failed@
  | StateCorrupt -- ^ @state.corrupt@
  | StateWrongType -- ^ @state.wrong_type@
  | StateReadOnly -- ^ @state.read_only@
  | StopUnavailable -- ^ @stop.unavailable@
  | QueryInvalidPath -- ^ @query.invalid_path@
  | QueryInvalidHandler -- ^ @query.invalid_handler@
  | QueryAlreadyRunning -- ^ @query.already_running@
  | QueryInvalidPort -- ^ @query.invalid_port@
  | QueryListenFailed -- ^ @query.listen_failed@
  | QueryInvalidParam -- ^ @query.invalid_param@
  | QueryUnknownPath -- ^ @query.unknown_path@
  | QueryParamsNotObject -- ^ @query.params_not_object@
  | QueryHandlerFailed -- ^ @query.handler_failed@
  | QueryMethodNotAllowed -- ^ @query.method_not_allowed@
  | QueryBodyTooLarge -- ^ @query.body_too_large@
  deriving stock (Bounded, Enum, Eq, Ord, Show)

-- | The code as the contract writes it, such as @state.read_only@.
--
-- > print (Errors.codeName Errors.StateReadOnly) -- "state.read_only"
codeName :: ErrorCode -> Text
codeName = \case
  InputMissingBotId -> "input.missing_bot_id"
  InputMissingBotConfig -> "input.missing_bot_config"
  InputInvalidBotConfig -> "input.invalid_bot_config"
  InputConfigNotObject -> "input.config_not_object"
  InputWrongType -> "input.wrong_type"
  MetricInvalidType -> "metric.invalid_type"
  MetricInvalidData -> "metric.invalid_data"
  MetricTooLarge -> "metric.too_large"
  MetricWriteFailed -> "metric.write_failed"
  LogInvalidMessage -> "log.invalid_message"
  LogInvalidData -> "log.invalid_data"
  LogWriteFailed -> "log.write_failed"
  ResultInvalidMessage -> "result.invalid_message"
  ResultInvalidData -> "result.invalid_data"
  ResultTooLarge -> "result.too_large"
  ResultWriteFailed -> "result.write_failed"
  ResultInQuery -> "result.in_query"
  StateInvalidKey -> "state.invalid_key"
  StateInvalidValue -> "state.invalid_value"
  StateValueTooLarge -> "state.value_too_large"
  StateWriteFailed -> "state.write_failed"
  StateReadFailed -> "state.read_failed"
  StateCorrupt -> "state.corrupt"
  StateWrongType -> "state.wrong_type"
  StateReadOnly -> "state.read_only"
  StopUnavailable -> "stop.unavailable"
  QueryInvalidPath -> "query.invalid_path"
  QueryInvalidHandler -> "query.invalid_handler"
  QueryAlreadyRunning -> "query.already_running"
  QueryInvalidPort -> "query.invalid_port"
  QueryListenFailed -> "query.listen_failed"
  QueryInvalidParam -> "query.invalid_param"
  QueryUnknownPath -> "query.unknown_path"
  QueryParamsNotObject -> "query.params_not_object"
  QueryHandlerFailed -> "query.handler_failed"
  QueryMethodNotAllowed -> "query.method_not_allowed"
  QueryBodyTooLarge -> "query.body_too_large"

-- | The template of the message, and the advice.
entry :: ErrorCode -> (Text, Text)
entry = \case
  InputMissingBotId ->
    ( "BOT_ID is not set"
    , "Run the bot on the platform or with `platform dev`, or set BOT_ID to a non-empty string."
    )
  InputMissingBotConfig ->
    ( "BOT_CONFIG is not set"
    , "Run the bot on the platform or with `platform dev`, or set BOT_CONFIG to a JSON object such as {}."
    )
  InputInvalidBotConfig ->
    ( "BOT_CONFIG is not valid JSON"
    , "Correct BOT_CONFIG; the cause gives the position of the error."
    )
  InputConfigNotObject ->
    ( "BOT_CONFIG must be a JSON object, got {kind}"
    , "Make the config an object, for example {\"symbol\":\"AAPL\"}."
    )
  InputWrongType ->
    ( "the config does not fit its type: {reason}"
    , "Correct the config of the instance, or the type that the bot reads it as."
    )
  MetricInvalidType ->
    ( "a metric type must be a non-empty string, got {value}"
    , "Name the metric, for example metric(\"price\", …)."
    )
  MetricInvalidData ->
    ( "the data of metric {type} must be a JSON object: {reason}"
    , "Pass an object of numbers, strings, booleans, null, arrays and objects."
    )
  MetricTooLarge ->
    ( "metric {type} is {size} bytes as one line of JSON, more than 65536"
    , "Split the data across several metrics, or emit less data."
    )
  MetricWriteFailed ->
    ( "cannot write metric {type} to standard output: {reason}"
    , "Check that the bot's standard output is being read, and that its disk is not full."
    )
  LogInvalidMessage ->
    ( "a log message must be a string, got {kind}"
    , "Pass the text first and the details as data."
    )
  LogInvalidData ->
    ( "the data of a log line must be a JSON object: {reason}"
    , "Pass an object of numbers, strings, booleans, null, arrays and objects."
    )
  LogWriteFailed ->
    ( "cannot write a log line to standard error: {reason}"
    , "Check that the bot's standard error is being read, and that its disk is not full."
    )
  ResultInvalidMessage ->
    ( "the message of a result must be a string, got {kind}"
    , "Pass the text first and the details as data."
    )
  ResultInvalidData ->
    ( "the data of a result cannot be written: {reason}"
    , "Pass an object of numbers, strings, booleans, null, arrays and objects."
    )
  ResultTooLarge ->
    ( "the result is {size} bytes as JSON, more than 1048576"
    , "Report less data; use metrics or state for the rest."
    )
  ResultWriteFailed ->
    ( "cannot write the result to {path}: {reason}"
    , "Check that the directory of RESULT_PATH exists, is writable and has free space."
    )
  ResultInQuery ->
    ( "{function} cannot be used in a query process"
    , "Return the answer from the handler instead; to report a failure, throw an error."
    )
  StateInvalidKey ->
    ( "invalid state key {key}: {reason}"
    , "Use a non-empty string of at most 200 characters when encoded; a–z, digits, _ and - count as one each, every other byte as three."
    )
  StateInvalidValue ->
    ( "the value of state key {key} has no JSON form: {reason}"
    , "Store only numbers, strings, booleans, null, arrays and objects."
    )
  StateValueTooLarge ->
    ( "the value of state key {key} is {size} bytes as JSON, more than 1048576"
    , "Split the value across several keys, or store less data."
    )
  StateWriteFailed ->
    ( "cannot change the state in {path}: {reason}"
    , "Check that STATE_DIR is a writable directory with free space."
    )
  StateReadFailed ->
    ( "cannot read the state in {path}: {reason}"
    , "Check that STATE_DIR is a directory that the bot can read."
    )
  StateCorrupt ->
    ( "the file of state key {key} is not valid JSON: {path}"
    , "Inspect the file; to continue without its value, set or delete the key."
    )
  StateWrongType ->
    ( "the value of state key {key} is of another type: {reason}"
    , "Read it as the type that was stored; to continue without it, set or delete the key."
    )
  StateReadOnly ->
    ( "state is read-only in a query process: {operation}"
    , "Change the state in the bot itself; a query can only read it."
    )
  StopUnavailable ->
    ( "a request to stop cannot be received: {reason}"
    , "Call a function of stop in the main thread first."
    )
  QueryInvalidPath ->
    ( "a query path must begin with /, got {value}"
    , "Use a path that begins with \"/\", for example \"/status\"."
    )
  QueryInvalidHandler ->
    ( "the handler of {path} must be a function, got {kind}"
    , "Pass a function that takes the request and returns the answer."
    )
  QueryAlreadyRunning ->
    ( "query.run() was called twice"
    , "Call query.run() once, at the end of the query program."
    )
  QueryInvalidPort ->
    ( "QUERY_PORT must be a number from 1 to 65535, got {value}"
    , "Correct QUERY_PORT, or unset it to use 9476."
    )
  QueryListenFailed ->
    ( "cannot listen on {host}:{port}: {reason}"
    , "Stop the process that uses the port, or set QUERY_PORT to a free port."
    )
  QueryInvalidParam ->
    ( "parameter {key} must be {expected}, got {value}"
    , "Send the parameter with the expected type, or leave it out."
    )
  QueryUnknownPath ->
    ( "no query handler for {path}"
    , "Use one of the paths in available_queries, or register a handler for this path."
    )
  QueryParamsNotObject ->
    ( "query parameters must be a JSON object, got {text}"
    , "Send a JSON object such as {\"limit\":5}, or no parameters."
    )
  QueryHandlerFailed ->
    ( "{message}"
    , "The message comes from the handler; the bot's log shows where it failed."
    )
  QueryMethodNotAllowed ->
    ( "method {method} is not allowed"
    , "Use GET with a query string or POST with a JSON object."
    )
  QueryBodyTooLarge ->
    ( "the request body exceeds 1048576 bytes"
    , "Send at most 1 MiB of parameters."
    )
