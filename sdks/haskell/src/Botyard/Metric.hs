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
-- The text is the metric's type, under which the platform keeps its values. The data is anything whose JSON form is an
-- object; all of it is evaluated before anything is written. The function adds nothing but the time of the call, in UTC to
-- the millisecond.
--
-- > Botyard.metric "price" (object ["symbol" .= ("AAPL" :: Text), "value" .= (187.5 :: Double)])
--
-- Threads may emit metrics at the same time; their lines stay whole.
--
-- Errors: @metric.invalid_type@ if the type is empty, @metric.invalid_data@ if the JSON form of the data is not an
-- object or if an exception is inside it, which is then the cause, @metric.too_large@ if the line is longer than 65,536
-- bytes, @metric.write_failed@ if standard output cannot be written to. After the first three nothing has been written.
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
