-- | The bot's log: one line of JSON on standard error for each call.
--
-- Each level has two functions: one for a message, and one with data, which is anything whose JSON form is an object.
--
-- > Log.info "started"
-- > Log.warnWith "price is old" (object ["symbol" .= ("AAPL" :: Text), "seconds" .= (90 :: Int)])
--
-- All fail with @log.write_failed@ if standard error cannot be written to, those with data also with
-- @log.invalid_data@ if its JSON form is neither an object nor null, which counts as not given [LOG-2].
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

-- | Logs details for the bot's author.
debug :: HasCallStack => Text -> IO ()
debug = put Debug Nothing

-- | Logs what the bot does.
info :: HasCallStack => Text -> IO ()
info = put Info Nothing

-- | Logs something unexpected that the bot can live with.
warn :: HasCallStack => Text -> IO ()
warn = put Warn Nothing

-- | Logs something that went wrong; the run continues.
error :: HasCallStack => Text -> IO ()
error = put Error Nothing

-- | As 'debug', with data.
debugWith :: (HasCallStack, ToJSON a) => Text -> a -> IO ()
debugWith = putWith Debug

-- | As 'info', with data.
infoWith :: (HasCallStack, ToJSON a) => Text -> a -> IO ()
infoWith = putWith Info

-- | As 'warn', with data.
warnWith :: (HasCallStack, ToJSON a) => Text -> a -> IO ()
warnWith = putWith Warn

-- | As 'error', with data.
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
