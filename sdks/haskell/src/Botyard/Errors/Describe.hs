-- | How messages show what was passed.
module Botyard.Errors.Describe
  ( cut
  , kindOf
  , number
  , quoted
  , shown
  ) where

import Data.Aeson (Value (..))
import qualified Data.Aeson as Aeson
import qualified Data.ByteString.Lazy as Lazy
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (decodeUtf8)

-- | Cuts a text after a number of characters and marks the cut with @…@.
cut :: Int -> Text -> Text
cut limit text
  | Text.null rest = text
  | otherwise = Text.snoc start '…'
  where
    (start, rest) = Text.splitAt limit text

-- | The JSON text of a value, cut after 100 characters.
shown :: Value -> Text
shown = cut 100 . decodeUtf8 . Lazy.toStrict . Aeson.encode

-- | The JSON text of a text, cut after 100 characters.
quoted :: Text -> Text
quoted = shown . String . Text.take 101

number :: Int -> Text
number = Text.pack . show

-- | The kind of a JSON value in words: @an array@, @null@ …
kindOf :: Value -> Text
kindOf = \case
  Null -> "null"
  Bool _ -> "a boolean"
  Number _ -> "a number"
  String _ -> "a string"
  Array _ -> "an array"
  Object _ -> "an object"
