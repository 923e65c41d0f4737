-- | The lines of the log.
module Botyard.Log.Line
  ( Level (..)
  , line
  ) where

import Botyard.Json.Write (bytes, quote, text)
import Botyard.Timestamp (timestamp)
import Data.Aeson (Value)
import Data.ByteString (ByteString)
import Data.ByteString.Builder (Builder)
import Data.Text (Text)
import Data.Time.Clock.System (SystemTime)

data Level = Debug | Info | Warn | Error

-- | A line with its line feed; data is a JSON object [LOG-1].
line :: Level -> Text -> Maybe Value -> SystemTime -> ByteString
line level message given time =
  bytes $
    "{\"level\":\"" <> name level
      <> ("\",\"timestamp\":\"" <> timestamp time)
      <> ("\",\"message\":" <> quote message)
      <> foldMap ((",\"data\":" <>) . text) given
      <> "}\n"

name :: Level -> Builder
name = \case
  Debug -> "debug"
  Info -> "info"
  Warn -> "warn"
  Error -> "error"
