-- | What is said of a value that does not fit its type [JSON-20].
module Botyard.Json.Misfit
  ( placeOf
  , sentence
  , sentenceWithout
  ) where

import Botyard.Errors.Describe (cut, kindOf, quoted)
import Botyard.Json.Typed (Misfit (..))
import Data.Aeson (Value (..), encode)
import qualified Data.Aeson.Key as Key
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Aeson.Types (JSONPath, JSONPathElement (..))
import qualified Data.ByteString.Lazy as Lazy
import Data.Char (isAlpha, isAlphaNum)
import Data.Maybe (fromMaybe)
import Data.Scientific (FPFormat (Fixed), formatScientific)
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (decodeUtf8)

-- | The path, as in @legs[0].size@; empty for the value as a whole.
placeOf :: JSONPath -> Text
placeOf steps = fromMaybe place (Text.stripPrefix "." place)
  where
    place = foldMap step steps
    step = \case
      Index index -> "[" <> Text.pack (show index) <> "]"
      Key key | isName (Key.toText key) -> "." <> Key.toText key
      Key key -> "[" <> quoted (Key.toText key) <> "]"
    isName key = maybe False (isStart . fst) (Text.uncons key) && Text.all isInside key && Text.length key <= 100
    isStart character = isAlpha character || character == '_'
    isInside character = isAlphaNum character || character == '_'

-- | What does not fit, and what is expected.
sentence :: Misfit -> Text
sentence = sentenceIf (const True)

-- | The same of a value that must not be quoted: words of the type are left out if any part of it occurs in them [IN-5].
sentenceWithout :: Value -> Misfit -> Text
sentenceWithout secret = sentenceIf (\words' -> not (any (`Text.isInfixOf` Text.toLower words') (textsIn secret)))

sentenceIf :: (Text -> Bool) -> Misfit -> Text
sentenceIf mayBeSaid misfit = case (found misfit, expected misfit) of
  (Nothing, _) -> place <> " is missing"
  (Just other, Just kind) -> place <> " must be " <> kind <> ", got " <> kindOf other
  _ | Text.null (said misfit) || not (mayBeSaid (said misfit)) -> place <> " does not fit"
  _ -> place <> " does not fit: " <> cut 250 (said misfit)
  where
    place = case placeOf (path misfit) of
      "" -> "it"
      other -> other

-- | All that words might quote of a value, in lower case. Shorter texts occur in any words.
textsIn :: Value -> [Text]
textsIn = filter ((>= 3) . Text.length) . map Text.toLower . quotable
  where
    quotable = \case
      Object members -> foldMap (textForms . Key.toText) (KeyMap.keys members) <> foldMap quotable members
      Array items -> foldMap quotable items
      String text -> textForms text
      Number size -> let fixed = formatScientific Fixed Nothing size in map Text.pack [show size, fixed, takeWhile (/= '.') fixed]
      _ -> []
    textForms text = [Text.strip text, unquoted (Text.pack (show text)), unquoted (decodeUtf8 (Lazy.toStrict (encode text)))]
    unquoted = Text.dropEnd 1 . Text.drop 1
