-- | Metrics.
module Botyard.Metric
  ( metric
  ) where

import Botyard.Errors.Describe (number, quoted)
import Botyard.Errors.Failure (because, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Json.Write (NoForm (..), bytes, objectOf, quote, text)
import Botyard.Process.Clock (now)
import Botyard.Process.Streams (writeStdout)
import Botyard.Process.SystemError (reasonOf)
import Botyard.Timestamp (timestamp)
import Control.Exception (handle, throwIO)
import Control.Monad (when)
import Data.Aeson (ToJSON)
import qualified Data.ByteString as Bytes
import Data.ByteString.Builder (byteString)
import Data.Text (Text)
import qualified Data.Text as Text
import GHC.Stack (HasCallStack)

-- | Emits a metric: one line of JSON on standard output, written at once and flushed [MET-1].
--
-- The data is anything whose JSON form is an object. The SDK adds nothing but the time of the call.
--
-- > Botyard.metric "price" (object ["symbol" .= ("AAPL" :: Text), "value" .= (187.5 :: Double)])
--
-- Errors: @metric.invalid_type@ if the type is empty, @metric.invalid_data@ if the JSON form of the data is not an
-- object, @metric.too_large@ if the line is longer than 65,536 bytes, @metric.write_failed@ if standard output cannot be
-- written to.
metric :: (HasCallStack, ToJSON a) => Text -> a -> IO ()
metric kind given = do
  when (Text.null kind) $ throwIO (failure MetricInvalidType [("value", quoted kind)])
  content <- objectOf given >>= either invalid pure
  time <- now
  let line =
        bytes $
          byteString "{\"_metric\":" <> quote kind
            <> (byteString ",\"timestamp\":\"" <> timestamp time)
            <> (byteString "\",\"data\":" <> text content)
            <> byteString "}\n"
      size = Bytes.length line - 1
  when (size > maxLine) $ throwIO (failure MetricTooLarge [("type", quoted kind), ("size", number size)])
  handle refused (writeStdout line)
  where
    invalid (NoForm why origin) =
      throwIO . maybe id because origin $ failure MetricInvalidData [("type", quoted kind), ("reason", why)]
    refused failed =
      throwIO . because failed $ failure MetricWriteFailed [("type", quoted kind), ("reason", reasonOf failed)]

-- | The longest line, in bytes without its line feed [MET-12].
maxLine :: Int
maxLine = 65536
