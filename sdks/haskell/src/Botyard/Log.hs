-- | The bot's log: one line of JSON on standard error for each call, written before the function returns.
--
-- A line has the level, the message and the time of the call, in UTC to the millisecond [LOG-1]. Each level has two
-- functions: one for a message, and one for a message and data, which is anything whose JSON form is an object. All of the
-- data is evaluated before anything is written.
--
-- > Log.info "started"
-- > Log.warnWith "price is old" (object ["symbol" .= ("AAPL" :: Text), "seconds" .= (90 :: Int)])
--
-- Errors: all functions fail with @log.write_failed@ if standard error cannot be written to; the cause is the error of the
-- system. The functions with data also fail with @log.invalid_data@ if the JSON form of the data is neither an object nor
-- null, which counts as not given; nothing is written then [LOG-2].
module Botyard.Log
  ( -- * Messages
    debug
  , info
  , warn
  , error

    -- * Messages with data
  , debugWith
  , infoWith
  , warnWith
  , errorWith
  ) where

import Botyard.Errors.Describe (kindOf)
import Botyard.Errors.Failure (because, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Json.Write (NoForm (..), formOf)
import Botyard.Log.Line (Level (..), line)
import Botyard.Process.Clock (now)
import Botyard.Process.Streams (writeStderr)
import Botyard.Process.SystemError (reasonOf)
import Control.Exception (handle, throwIO)
import Data.Aeson (ToJSON, Value (Null, Object))
import Data.Text (Text)
import GHC.Stack (HasCallStack)
import Prelude hiding (error)

-- | Logs details for the bot's author, such as what was received and what was decided from it.
--
-- > Log.debug "12 of 20 candles are new"
--
-- Errors: @log.write_failed@.
debug :: HasCallStack => Text -> IO ()
debug = put Debug Nothing

-- | Logs what the bot does.
--
-- > Log.info "rebalanced 3 positions"
--
-- Errors: @log.write_failed@.
info :: HasCallStack => Text -> IO ()
info = put Info Nothing

-- | Logs something unexpected that the bot can live with.
--
-- > Log.warn "no price since 90 s, using the last one"
--
-- Errors: @log.write_failed@.
warn :: HasCallStack => Text -> IO ()
warn = put Warn Nothing

-- | Logs something that went wrong; the run continues. 'Botyard.error' reports that the run failed.
--
-- > Log.error "the exchange refused order 7"
--
-- Errors: @log.write_failed@.
error :: HasCallStack => Text -> IO ()
error = put Error Nothing

-- | Logs details for the bot's author, with data.
--
-- > Log.debugWith "candles" (object ["received" .= (20 :: Int), "new" .= (12 :: Int)])
--
-- Errors: @log.invalid_data@, @log.write_failed@.
debugWith :: (HasCallStack, ToJSON a) => Text -> a -> IO ()
debugWith = putWith Debug

-- | Logs what the bot does, with data.
--
-- > Log.infoWith "rebalanced" (object ["positions" .= (3 :: Int)])
--
-- Errors: @log.invalid_data@, @log.write_failed@.
infoWith :: (HasCallStack, ToJSON a) => Text -> a -> IO ()
infoWith = putWith Info

-- | Logs something unexpected that the bot can live with, with data.
--
-- > Log.warnWith "price is old" (object ["symbol" .= ("AAPL" :: Text), "seconds" .= (90 :: Int)])
--
-- Errors: @log.invalid_data@, @log.write_failed@.
warnWith :: (HasCallStack, ToJSON a) => Text -> a -> IO ()
warnWith = putWith Warn

-- | Logs something that went wrong, with data; the run continues.
--
-- > Log.errorWith "order refused" (object ["order" .= (7 :: Int), "reason" .= ("closed" :: Text)])
--
-- Errors: @log.invalid_data@, @log.write_failed@.
errorWith :: (HasCallStack, ToJSON a) => Text -> a -> IO ()
errorWith = putWith Error

putWith :: (HasCallStack, ToJSON a) => Level -> Text -> a -> IO ()
putWith level message given =
  formOf given >>= \case
    Left (NoForm why origin) -> throwIO (maybe id because origin (invalid why))
    Right Null -> put level Nothing message
    Right (Object members) -> put level (Just (Object members)) message
    Right other -> throwIO (invalid ("it is " <> kindOf other))
  where
    invalid why = failure LogInvalidData [("reason", why)]

put :: HasCallStack => Level -> Maybe Value -> Text -> IO ()
put level given message = now >>= handle refused . writeStderr . line level message given
  where
    refused failed = throwIO (because failed (failure LogWriteFailed [("reason", reasonOf failed)]))
