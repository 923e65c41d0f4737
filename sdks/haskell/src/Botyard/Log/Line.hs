-- | The lines of the log.
module Botyard.Log.Line
  ( Level (..)
  , line
  ) where

import Botyard.Json.Write (quote)
import Botyard.Timestamp (timestamp)
import Data.ByteString (ByteString)
import Data.ByteString.Builder (Builder, byteString, toLazyByteString)
import qualified Data.ByteString.Lazy as Lazy
import Data.Text (Text)
import Data.Time.Clock (UTCTime)

data Level = Debug | Info | Warn | Error

-- | A line with its line feed; data is the text of a JSON object [LOG-1].
line :: Level -> Text -> Maybe ByteString -> UTCTime -> ByteString
line level message given time =
  Lazy.toStrict . toLazyByteString $
    "{\"level\":\"" <> name level
      <> ("\",\"timestamp\":\"" <> timestamp time)
      <> ("\",\"message\":" <> byteString (quote message))
      <> maybe "" (\text -> ",\"data\":" <> byteString text) given
      <> "}\n"

name :: Level -> Builder
name = \case
  Debug -> "debug"
  Info -> "info"
  Warn -> "warn"
  Error -> "error"
