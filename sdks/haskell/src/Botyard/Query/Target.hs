-- | The target of an HTTP request.
module Botyard.Query.Target
  ( decode
  , parseQuery
  , percentDecode
  ) where

import Botyard.Utf8 (decodeLossy)
import Data.Aeson (Object, Value (String))
import qualified Data.Aeson.Key as Key
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Bits (shiftL, (.|.))
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import Data.Char (digitToInt, isHexDigit)
import Data.Text (Text)

-- | Percent-decodes a path or a part of a query string once; bytes that are not UTF-8 become U+FFFD [Q-25].
decode :: ByteString -> Text
decode = decodeLossy . percentDecode

-- | Parses a query string as @URLSearchParams@ does; the last of a repeated name wins [Q-22].
parseQuery :: ByteString -> Object
parseQuery text = KeyMap.fromList (map parameter (filter (not . Bytes.null) (Char8.split '&' plusDecoded)))
  where
    plusDecoded = Char8.map (\byte -> if byte == '+' then ' ' else byte) text
    parameter pair = case Char8.break (== '=') pair of
      (name, given) -> (Key.fromText (decode name), String (decode (Bytes.drop 1 given)))

-- | Percent-decodes once and never fails: a @%@ without two hex digits stays.
percentDecode :: ByteString -> ByteString
percentDecode = Bytes.concat . go
  where
    go text = case Char8.break (== '%') text of
      (before, rest)
        | Bytes.null rest -> [before]
        | Just byte <- escapeOf rest -> before : Bytes.singleton byte : go (Bytes.drop 3 rest)
        | otherwise -> before : "%" : go (Bytes.drop 1 rest)
    escapeOf rest = case Char8.unpack (Bytes.take 2 (Bytes.drop 1 rest)) of
      [high, low] | isHexDigit high && isHexDigit low -> Just (fromIntegral (digitToInt high `shiftL` 4 .|. digitToInt low))
      _ -> Nothing
