-- | JSON that is read as a type of the bot [JSON-19]. What fits is aeson's decision; its message tells what does not.
module Botyard.Json.Typed
  ( Misfit (..)
  , readAs
  , readWith
  ) where

import Botyard.Errors.Describe (quoted)
import Botyard.Json.Fixed (exactly)
import Botyard.Json.Rounded (rounded)
import qualified Botyard.Json.Rounded as Rounded
import Control.Applicative ((<|>))
import Control.Monad (guard, join)
import Data.Aeson (FromJSON, Value (..), parseJSON)
import qualified Data.Aeson.Key as Key
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Aeson.Types (JSONPath, JSONPathElement (..), Parser, parseEither, parserCatchError)
import Data.Bifunctor (first)
import Data.Foldable (foldl')
import Data.Maybe (fromMaybe, listToMaybe, mapMaybe)
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Vector as Vector

-- | The first part of a value that does not fit its type [JSON-20].
data Misfit = Misfit
  { path :: JSONPath
  , found :: Maybe Value
  -- ^ 'Nothing' if the part is missing.
  , expected :: Maybe Text
  -- ^ What the type expects there, in the contract's words; 'Nothing' if only aeson's message says it.
  , said :: Text
  -- ^ aeson's message, which may quote the value.
  }

readAs :: FromJSON a => Value -> Either Misfit a
readAs = readWith parseJSON

readWith :: (Value -> Parser a) -> Value -> Either Misfit a
readWith parser given = case attempt parser given of
  Left refused -> Left (misfitIn parser given refused)
  Right value -> maybe (Right value) (Left . misfitOf) (rounded kindAt given)
  where
    kindAt place = either (kindIn . snd) (const "") (attempt parser (replaced place (Bool True) given))
    kindIn = fst . withoutKind . Text.pack
    misfitOf found' =
      Misfit
        { path = Rounded.path found'
        , found = Just (Number (Rounded.number found'))
        , expected = Just ("a number that a " <> Rounded.kind found' <> " holds")
        , said = "the nearest " <> Rounded.kind found' <> " is " <> Rounded.nearest found'
        }

-- | The value, or the path and the message of what the type refuses.
attempt :: (Value -> Parser a) -> Value -> Either (JSONPath, String) a
attempt parser = join . first ([],) . parseEither (\value -> (Right <$> exactly (parser value)) `parserCatchError` refused)
  where
    refused place why = pure (Left (drop 1 place, why))

misfitIn :: (Value -> Parser a) -> Value -> (JSONPath, String) -> Misfit
misfitIn parser given (place, why) = case missingKey message of
  Just key | Object members <- part, not (KeyMap.member key members) -> Misfit (place <> [Key key]) Nothing Nothing message
  _ -> Misfit place (Just part) (constructors <|> expectedIn kind message) message
  where
    (kind, message) = withoutKind (Text.pack why)
    part = foldl' (\outer -> fromMaybe outer . inside outer) given place
    -- What expects a text may be an enumeration, which tells its constructors only of a text.
    constructors = do
      "a string" <- expectedIn kind message
      Left (again, other) <- Just (attempt parser (replaced place (String "") given))
      guard (again == place)
      choiceIn (snd (withoutKind (Text.pack other)))

inside :: Value -> JSONPathElement -> Maybe Value
inside outer step = case (outer, step) of
  (Object members, Key key) -> KeyMap.lookup key members
  (Array items, Index index) -> items Vector.!? index
  _ -> Nothing

replaced :: JSONPath -> Value -> Value -> Value
replaced place new outer = case (place, outer) of
  ([], _) -> new
  (step@(Key key) : steps, Object members) | Just old <- inside outer step -> Object (KeyMap.insert key (replaced steps new old) members)
  (step@(Index index) : steps, Array items) | Just old <- inside outer step -> Array (items Vector.// [(index, replaced steps new old)])
  _ -> outer

-- | Splits @parsing Word8 failed, value is …@; types inside each other each add such words.
withoutKind :: Text -> (Text, Text)
withoutKind = go ""
  where
    go kind message = case Text.breakOn " failed, " <$> Text.stripPrefix "parsing " message of
      Just (inner, rest) | not (Text.null rest) -> go inner (Text.drop 9 rest)
      _ -> (kind, message)

missingKey :: Text -> Maybe Key.Key
missingKey message = do
  (key, " not found") <- listToMaybe . reads . Text.unpack =<< Text.stripPrefix "key " message
  pure (Key.fromString key)

expectedIn :: Text -> Text -> Maybe Text
expectedIn kind message = lookup kind numbers <|> (lookup wanted kinds <* guard (not (Text.null rest))) <|> own <|> choiceIn message
  where
    (wanted, rest) = Text.breakOn ", but encountered " message
    own = guard (kind == "Fixed" && Text.null rest) *> Text.stripPrefix "expected " message

-- | The constructors that a text may be one of.
choiceIn :: Text -> Maybe Text
choiceIn message = listToMaybe (mapMaybe tagsAfter ["expected one of the tags ", "expected tag field to be one of "])
  where
    tagsAfter start = do
      (tags, _) <- listToMaybe . reads . Text.unpack =<< Text.stripPrefix start message
      pure ("one of " <> Text.intercalate ", " (map quoted tags))

-- | aeson's kinds of values, as its messages expect them.
kinds :: [(Text, Text)]
kinds =
  [ ("expected String", "a string")
  , ("expected Number", "a number")
  , ("expected Bool", "true or false")
  , ("expected Boolean", "true or false")
  , ("expected Array", "an array")
  , ("expected Object", "an object")
  ]

-- | The types of numbers; whatever their messages say, it is that the value is none of them.
numbers :: [(Text, Text)]
numbers =
  [("Double", "a number"), ("Float", "a number")]
    <> [(kind, "an integer") | kind <- ["Int", "Int64", "Integer"]]
    <> [("Natural", "an integer from 0 on"), ("Word", unsigned 64), ("Word64", unsigned 64)]
    <> [("Int" <> shown bits, range (-(2 ^ (bits - 1))) (2 ^ (bits - 1) - 1)) | bits <- [8, 16, 32]]
    <> [("Word" <> shown bits, unsigned bits) | bits <- [8, 16, 32]]
  where
    unsigned :: Integer -> Text
    unsigned bits = range 0 (2 ^ bits - 1)
    range from to = "an integer from " <> shown from <> " to " <> shown to
    shown :: Integer -> Text
    shown = Text.pack . show
