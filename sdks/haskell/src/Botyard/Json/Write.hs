-- | The JSON form of the values that bot code passes.
module Botyard.Json.Write
  ( NoForm (..)
  , Written (..)
  , quote
  , write
  , writeObject
  ) where

import Botyard.Errors.Describe (kindOf)
import Botyard.Errors.Failure (messageOf)
import Botyard.Json.Number (isFiniteDouble)
import Control.Applicative ((<|>))
import Control.Exception (SomeAsyncException (..), SomeException, evaluate, fromException, throwIO, try)
import Data.Aeson (ToJSON, Value (..), toJSON)
import qualified Data.Aeson as Aeson
import Data.ByteString (ByteString)
import qualified Data.ByteString.Lazy as Lazy
import Data.Foldable (asum)
import Data.Text (Text)
import qualified Data.Text as Text

-- | A value in its JSON form.
data Written = Written
  { form :: Value
  , json :: ByteString
  }

-- | Why a value has no JSON form, and the failure of its 'ToJSON', if there was one.
data NoForm = NoForm Text (Maybe SomeException)

-- | Arrays and objects inside each other, at most: any reader accepts as many [JSON-12].
maxDepth :: Int
maxDepth = 64

-- | Writes a value without white space [JSON-1]. All of it is evaluated here, so that a failure of its 'ToJSON' is
-- found before anything is written [JSON-11].
write :: ToJSON a => a -> IO (Either NoForm Written)
write passed =
  tryAny (evaluate (flaw 1 given)) >>= \case
    Left failed -> pure (Left (NoForm (messageOf failed) (Just failed)))
    Right (Just why) -> pure (Left (NoForm why Nothing))
    Right Nothing -> do
      bytes <- evaluate (Lazy.toStrict (Aeson.encode given))
      pure (Right (Written given bytes))
  where
    given = toJSON passed

-- | Writes a value whose JSON form must be an object.
writeObject :: ToJSON a => a -> IO (Either NoForm Written)
writeObject passed = (>>= isObject) <$> write passed
  where
    isObject written = case form written of
      Object _ -> Right written
      other -> Left (NoForm ("it is " <> kindOf other) Nothing)

-- | A text as a JSON string.
quote :: Text -> ByteString
quote = Lazy.toStrict . Aeson.encode

-- | What keeps a value from being written. This visits all of the value, which may also be infinitely deep.
flaw :: Int -> Value -> Maybe Text
flaw depth = \case
  Array items -> tooDeep <|> asum (fmap (flaw (depth + 1)) items)
  Object members -> tooDeep <|> asum (fmap (flaw (depth + 1)) members)
  Number size | not (isFiniteDouble size) -> Just "a number in it is beyond the range of a double"
  _ -> Nothing
  where
    tooDeep
      | depth > maxDepth = Just ("it is nested deeper than " <> Text.pack (show maxDepth))
      | otherwise = Nothing

-- | What another thread throws is not a failure of the value.
tryAny :: IO a -> IO (Either SomeException a)
tryAny action =
  try action >>= \case
    Left failed | Just (SomeAsyncException _) <- fromException failed -> throwIO failed
    outcome -> pure outcome
