-- | What typed accessors accept.
module Botyard.Query.Accept
  ( readParams
  , textForm
  ) where

import Botyard.Json.Read (readJson)
import Botyard.Json.Typed (Misfit (..), readWith)
import Control.Monad (guard)
import Data.Aeson (Object, Value (..))
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Aeson.Types (JSONPathElement (Key), Parser)
import qualified Data.ByteString.Char8 as Char8
import Data.Maybe (listToMaybe)
import Data.Text.Encoding (encodeUtf8)

-- | The value of a text that is JSON as a whole, with nothing around it [Q-34]; 'Nothing' if that is a text too.
textForm :: Value -> Maybe Value
textForm = \case
  String text -> do
    let bytes = encodeUtf8 text
    guard (not (Char8.null bytes) && isDocument (Char8.head bytes) && isDocument (Char8.last bytes))
    either (const Nothing) notText (readJson bytes)
  _ -> Nothing
  where
    notText = \case
      String _ -> Nothing
      other -> Just other
    isDocument = (`notElem` (" \t\r\n" :: String))

-- | Reads parameters as a type. A text that does not fit is read as the JSON value of another type that it spells [Q-52].
readParams :: (Value -> Parser a) -> Object -> Either Misfit a
readParams parser = go []
  where
    go refused given = case readWith parser (Object given) of
      Right value -> Right value
      Left misfit
        | Just earlier <- lookup key refused -> Left (if depth misfit > depth earlier then misfit else earlier{expected = expected misfit, said = said misfit})
        | KeyMap.null spelled -> Left misfit
        | otherwise -> go ((key, misfit) : refused) (KeyMap.union spelled given)
        where
          key = listToMaybe (path misfit)
          spelled = KeyMap.mapMaybe textForm (maybe given named key)
          -- Where aeson has tried several alternatives, it names no key. So many keys are those of a map.
          named = \case
            Key name | length refused < 64 -> KeyMap.filterWithKey (\other _ -> other == name) given
            _ -> given
    -- What is wrong inside of a text says more than that it is a text.
    depth = length . path
