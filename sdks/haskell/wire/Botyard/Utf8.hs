-- | Text of bytes that may not be UTF-8.
module Botyard.Utf8
  ( decodeLossy
  ) where

import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import Data.Either (fromRight)
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (decodeUtf8')
import Data.Word (Word8)

-- | Decodes UTF-8 with one U+FFFD for each maximal ill-formed subpart, as browsers do [JSON-9]. Versions of text before
-- 2.0 give one for each byte.
decodeLossy :: ByteString -> Text
decodeLossy bytes = fromRight (Text.concat (parts bytes)) (decodeUtf8' bytes)

parts :: ByteString -> [Text]
parts bytes = case Bytes.uncons bytes of
  Nothing -> []
  Just (lead, after) ->
    let ranges = continuationOf lead
        size = 1 + length (takeWhile id (zipWith within ranges (Bytes.unpack after)))
        isWhole = size == length ranges + 1 && (lead < 0x80 || not (null ranges))
     in (if isWhole then valid (Bytes.take size bytes) else "\xFFFD") : parts (Bytes.drop size bytes)
  where
    within (low, high) byte = byte >= low && byte <= high
    valid = fromRight "\xFFFD" . decodeUtf8'

-- | The ranges of the bytes that may follow a first byte; none after one that begins nothing.
continuationOf :: Word8 -> [(Word8, Word8)]
continuationOf lead
  | lead >= 0xC2 && lead <= 0xDF = [(0x80, 0xBF)]
  | lead == 0xE0 = [(0xA0, 0xBF), (0x80, 0xBF)]
  | lead == 0xED = [(0x80, 0x9F), (0x80, 0xBF)]
  | lead >= 0xE1 && lead <= 0xEF = [(0x80, 0xBF), (0x80, 0xBF)]
  | lead == 0xF0 = [(0x90, 0xBF), (0x80, 0xBF), (0x80, 0xBF)]
  | lead >= 0xF1 && lead <= 0xF3 = [(0x80, 0xBF), (0x80, 0xBF), (0x80, 0xBF)]
  | lead == 0xF4 = [(0x80, 0x8F), (0x80, 0xBF), (0x80, 0xBF)]
  | otherwise = []
