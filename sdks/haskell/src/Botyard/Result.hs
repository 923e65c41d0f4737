-- | The result of a scheduled run.
module Botyard.Result
  ( error
  , errorWithData
  , result
  , success
  , successWithData
  ) where

import Botyard.Errors.Describe (kindOf, number)
import Botyard.Errors.Failure (because, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Json.Write (NoForm (..), bytes, formOf, quote, text)
import Botyard.Process.Environment (isQueryProcess)
import Botyard.Process.Report (endWithResult, writeResult)
import Control.Exception (throwIO)
import Control.Monad (when)
import Data.Aeson (ToJSON, Value (Object))
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import Data.ByteString.Builder (Builder)
import Data.Text (Text)
import GHC.Stack (HasCallStack)
import Prelude hiding (error)

-- | Reports that the scheduled run succeeded. The run continues.
--
-- The message says in a sentence what the run did; the platform shows it with the run. The result is on disk when the
-- function returns. A run that reports nothing and ends by itself is a success too. Of several results the last one counts
-- [RES-5]. In a query process all result functions fail with @result.in_query@: a handler returns its answer instead
-- [RES-12].
--
-- > Botyard.success "rebalanced 3 positions"
--
-- Errors: @result.in_query@, @result.too_large@ if the result is more than 1 MiB (1,048,576 bytes) of JSON,
-- @result.write_failed@ if the system refuses it; the cause is its error, and an earlier result stays.
success :: HasCallStack => Text -> IO ()
success message = refuseInQuery "success" >> document "success" message Nothing >>= writeResult

-- | Reports that the scheduled run succeeded, with data of any JSON form [RES-2]. The run continues.
--
-- > Botyard.successWithData "rebalanced 3 positions" ["AAPL", "MSFT", "NVDA" :: Text]
--
-- Errors: as 'success', and @result.invalid_data@ if the data has no JSON form.
successWithData :: (HasCallStack, ToJSON a) => Text -> a -> IO ()
successWithData message given = do
  refuseInQuery "success"
  content <- accepted given
  document "success" message (Just content) >>= writeResult

-- | Reports that the scheduled run failed, logs the message, and ends the process with exit code 1, from whichever
-- thread it is called. No exception handler and no finalizer of the bot runs after it [RES-8].
--
-- > prices <- try @IOException (readFile "prices.csv")
-- > either (Botyard.error . Text.pack . displayException) putStr prices
--
-- It returns in no case, so that it has any type. "Botyard.Log" has an 'Botyard.Log.error' that only logs.
--
-- Errors: @result.in_query@, @result.too_large@ (more than 1 MiB). A result that cannot be written is logged, and the
-- process ends as well [RES-9].
error :: HasCallStack => Text -> IO a
error message = refuseInQuery "error" >> document "error" message Nothing >>= endWithResult message

-- | Reports that the scheduled run failed, with data of any JSON form, and ends the process as 'error' does. The log line
-- does not contain the data.
--
-- > Botyard.errorWithData "no price" (object ["symbol" .= ("AAPL" :: Text)])
--
-- Errors: as 'error', and @result.invalid_data@ if the data has no JSON form.
errorWithData :: (HasCallStack, ToJSON a) => Text -> a -> IO b
errorWithData message given = do
  refuseInQuery "error"
  content <- accepted given
  document "error" message (Just content) >>= endWithResult message

-- | Reports a result of the bot's own form, which must be an object. The run continues.
--
-- The platform judges the run an error if the object has @"status": "error"@ [RES-14].
--
-- > Botyard.result (object ["orders" .= (3 :: Int), "skipped" .= ["TSLA" :: Text]])
--
-- Errors: @result.in_query@, @result.invalid_data@ if the JSON form of the data is not an object, @result.too_large@,
-- @result.write_failed@, as with 'success'.
result :: (HasCallStack, ToJSON a) => a -> IO ()
result given = do
  refuseInQuery "result"
  content <- accepted given
  case content of
    Object _ -> fitting (text content) >>= writeResult
    other -> throwIO (failure ResultInvalidData [("reason", "a result must be an object, got " <> kindOf other)])

accepted :: (HasCallStack, ToJSON a) => a -> IO Value
accepted given = formOf given >>= either refused pure
  where
    refused (NoForm why origin) = throwIO (maybe id because origin (failure ResultInvalidData [("reason", why)]))

document :: HasCallStack => Builder -> Text -> Maybe Value -> IO ByteString
document status message given =
  fitting ("{\"status\":\"" <> status <> "\",\"message\":" <> quote message <> foldMap ((",\"data\":" <>) . text) given <> "}")

-- | A document of at most 1 MiB [RES-16].
fitting :: HasCallStack => Builder -> IO ByteString
fitting built = do
  let content = bytes built
      size = Bytes.length content
  when (size > 1048576) $ throwIO (failure ResultTooLarge [("size", number size)])
  pure content

refuseInQuery :: HasCallStack => Text -> IO ()
refuseInQuery function = do
  inQuery <- isQueryProcess
  when inQuery $ throwIO (failure ResultInQuery [("function", function)])
