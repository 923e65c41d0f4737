-- | The JSON form of the values that bot code passes.
module Botyard.Json.Write
  ( NoForm (..)
  , bytes
  , formOf
  , objectOf
  , quote
  , text
  ) where

import Botyard.Errors.Describe (kindOf)
import Botyard.Errors.Failure (messageOf)
import Botyard.Json.Number (isFiniteDouble)
import Control.Applicative ((<|>))
import Control.Exception (SomeAsyncException (..), SomeException, evaluate, fromException, throwIO, try)
import Data.Aeson (ToJSON, Value (..), toEncoding, toJSON)
import Data.Aeson.Encoding (fromEncoding)
import Data.ByteString (ByteString)
import Data.ByteString.Builder (Builder)
import Data.ByteString.Builder.Extra (smallChunkSize, toLazyByteStringWith, untrimmedStrategy)
import qualified Data.ByteString.Lazy as Lazy
import Data.Text (Text)
import qualified Data.Text as Text

-- | Why a value has no JSON form, and the failure of its 'ToJSON', if there was one.
data NoForm = NoForm Text (Maybe SomeException)

-- | Arrays and objects inside each other, at most: any reader accepts as many [JSON-12].
maxDepth :: Int
maxDepth = 64

-- | The JSON form of a value. All of it is evaluated here, so that a failure of its 'ToJSON' is found before anything is
-- written [JSON-11].
formOf :: ToJSON a => a -> IO (Either NoForm Value)
formOf passed =
  tryAny (evaluate (flaw 1 form)) >>= \case
    Left failed -> pure (Left (NoForm (messageOf failed) (Just failed)))
    Right (Just why) -> pure (Left (NoForm why Nothing))
    Right Nothing -> pure (Right form)
  where
    form = toJSON passed

-- | The JSON form of a value, which must be an object.
objectOf :: ToJSON a => a -> IO (Either NoForm Value)
objectOf passed = (>>= isObject) <$> formOf passed
  where
    isObject = \case
      Object members -> Right (Object members)
      other -> Left (NoForm ("it is " <> kindOf other) Nothing)

-- | The JSON text of a value, without white space [JSON-1].
text :: Value -> Builder
text = fromEncoding . toEncoding

-- | A text as a JSON string.
quote :: Text -> Builder
quote = text . String

-- | The bytes of a document or a line. A line of usual length is written into a small buffer and not copied again.
bytes :: Builder -> ByteString
bytes = Lazy.toStrict . toLazyByteStringWith (untrimmedStrategy 512 smallChunkSize) ""

-- | What keeps a value from being written. This visits all of the value, which may also be infinitely deep.
flaw :: Int -> Value -> Maybe Text
flaw depth = \case
  Array items -> tooDeep <|> firstOf items
  Object members -> tooDeep <|> firstOf members
  Number size | not (isFiniteDouble size) -> Just "a number in it is beyond the range of a double"
  _ -> Nothing
  where
    firstOf :: Foldable inside => inside Value -> Maybe Text
    firstOf = foldr (\item others -> flaw (depth + 1) item <|> others) Nothing
    tooDeep
      | depth > maxDepth = Just ("it is nested deeper than " <> Text.pack (show maxDepth))
      | otherwise = Nothing

-- | What another thread throws is not a failure of the value.
tryAny :: IO a -> IO (Either SomeException a)
tryAny action =
  try action >>= \case
    Left failed | Just (SomeAsyncException _) <- fromException failed -> throwIO failed
    outcome -> pure outcome
