-- | A strict reader of JSON [JSON-6]. aeson's own keeps the first of duplicate keys and numbers beyond any double, and
-- its failures have no position.
module Botyard.Json.Read
  ( Malformed
  , readJson
  , readObject
  ) where

import Botyard.Json.Number (number)
import Control.Applicative ((<|>))
import Control.Exception (Exception (..))
import Control.Monad (unless, void, when)
import Data.Aeson (Object, Value (..))
import qualified Data.Aeson.Key as Key
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Attoparsec.ByteString (Parser)
import qualified Data.Attoparsec.ByteString as Parse
import Data.Attoparsec.ByteString.Char8 (char)
import Data.Bits (shiftL, (.&.), (.|.))
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import Data.Char (chr, digitToInt)
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (decodeUtf8')
import qualified Data.Vector as Vector
import Data.Word (Word8)

-- | Why a text is not JSON, and where. It never quotes the text, which may be secret [IN-5].
data Malformed = Malformed String Int Int
  deriving stock (Show)

instance Exception Malformed where
  displayException (Malformed reason line column) =
    reason <> " at line " <> show line <> " column " <> show column

-- | Arrays and objects inside each other, at most [JSON-12].
maxDepth :: Int
maxDepth = 128

-- | Reads one document; the last of duplicate keys wins [JSON-7].
readJson :: ByteString -> Either Malformed Value
readJson document = case Parse.feed (Parse.parse (space *> value 1 <* space <* end) document) Bytes.empty of
  Parse.Done _ found -> Right found
  Parse.Fail rest _ reason -> Left (malformed rest reason)
  Parse.Partial _ -> Left (malformed Bytes.empty "it is truncated")
  where
    end = Parse.endOfInput <|> fail "there is text after the document"
    malformed rest reason = Malformed (inWords reason) (1 + Char8.count '\n' before) column
      where
        before = Bytes.take (Bytes.length document - Bytes.length rest) document
        column = Bytes.length (Char8.takeWhileEnd (/= '\n') before) + 1

-- | Reads one document; 'Left' of the value if it is not an object.
readObject :: ByteString -> Either Malformed (Either Value Object)
readObject document =
  readJson document >>= \case
    Object found -> pure (Right found)
    other -> pure (Left other)

-- | attoparsec's own failures name its functions.
inWords :: String -> String
inWords reason
  | reason == "not enough input" = "it is truncated"
  | otherwise = case reverse (Text.splitOn "Failed reading: " (Text.pack reason)) of
    words' : _ : _ | not (Text.isPrefixOf "satisf" words') -> Text.unpack words'
    _ -> "a character is unexpected"

value :: Int -> Parser Value
value depth =
  Parse.peekWord8' >>= \case
    0x22 -> String <$> string
    0x7B -> deeper *> (Object <$> object depth)
    0x5B -> deeper *> (Array . Vector.fromList <$> array depth)
    0x74 -> Bool True <$ Parse.string "true"
    0x66 -> Bool False <$ Parse.string "false"
    0x6E -> Null <$ Parse.string "null"
    _ -> Number <$> number
  where
    deeper = when (depth > maxDepth) (fail ("it is nested deeper than " <> show maxDepth))

space :: Parser ()
space = Parse.skipWhile (\byte -> byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)

array :: Int -> Parser [Value]
array depth = char '[' *> space *> (([] <$ char ']') <|> items)
  where
    items = do
      item <- value (depth + 1) <* space
      more <- separator ']'
      if more then (item :) <$> (space *> items) else pure [item]

object :: Int -> Parser Object
object depth = char '{' *> space *> ((KeyMap.empty <$ char '}') <|> members KeyMap.empty)
  where
    members before = do
      key <- Key.fromText <$> string
      space *> void (char ':') *> space
      item <- value (depth + 1) <* space
      let after = KeyMap.insert key item before
      more <- separator '}'
      if more then space *> members after else pure after

-- | Whether a comma follows, and not the end.
separator :: Char -> Parser Bool
separator end = (True <$ char ',') <|> (False <$ char end)

string :: Parser Text
string = char '"' *> (Text.concat <$> parts)
  where
    parts = do
      bytes <- Parse.takeTill (\byte -> byte == 0x22 || byte == 0x5C || byte < 0x20)
      text <- either (const (fail "the text is not UTF-8")) pure (decodeUtf8' bytes)
      Parse.peekWord8' >>= \case
        0x22 -> [text] <$ Parse.anyWord8
        0x5C -> (\character rest -> text : Text.singleton character : rest) <$> (Parse.anyWord8 *> escape) <*> parts
        _ -> fail "a string contains a control character"

escape :: Parser Char
escape =
  Parse.anyWord8 >>= \case
    0x75 -> hex >>= unicode
    byte -> maybe (fail "an escape is unknown") pure (lookup byte plain)

plain :: [(Word8, Char)]
plain = zip (Bytes.unpack "\"\\/bfnrt") "\"\\/\b\f\n\r\t"

unicode :: Int -> Parser Char
unicode unit
  | unit < 0xD800 || unit > 0xDFFF = pure (chr unit)
  | unit > 0xDBFF = unpaired
  | otherwise = do
    low <- (Parse.string "\\u" *> hex) <|> unpaired
    unless (low .&. 0xFC00 == 0xDC00) unpaired
    pure (chr (0x10000 + ((unit .&. 0x3FF) `shiftL` 10 .|. (low .&. 0x3FF))))
  where
    unpaired = fail "a surrogate is unpaired"

hex :: Parser Int
hex = do
  digits <- Parse.count 4 (Parse.satisfy (`Bytes.elem` "0123456789abcdefABCDEF"))
  pure (foldl (\sum' digit -> sum' * 16 + digitToInt (toEnum (fromEnum digit))) 0 digits)
