-- | What typed accessors accept.
module Botyard.Query.Accept
  ( expectedOf
  , textForm
  ) where

import Botyard.Json.Read (readJson)
import Control.Monad (guard)
import Data.Aeson (Value (..))
import qualified Data.ByteString.Char8 as Char8
import Data.Text (Text)
import Data.Text.Encoding (encodeUtf8)
import Data.Typeable (TypeRep, tyConName, typeRepArgs, typeRepTyCon)

-- | The value of a text that is JSON as a whole, with nothing around it [Q-34].
textForm :: Value -> Maybe Value
textForm = \case
  String text -> do
    let bytes = encodeUtf8 text
    guard (not (Char8.null bytes) && isDocument (Char8.head bytes) && isDocument (Char8.last bytes))
    either (const Nothing) Just (readJson bytes)
  _ -> Nothing
  where
    isDocument = (`notElem` (" \t\r\n" :: String))

-- | The contract's words for what a type expects; the error's cause gives the details of all other types.
expectedOf :: TypeRep -> Text
expectedOf represented
  | name `elem` ["Int", "Int8", "Int16", "Int32", "Int64", "Integer", "Natural"] = "an integer"
  | name `elem` ["Word", "Word8", "Word16", "Word32", "Word64"] = "an integer"
  | name `elem` ["Double", "Float", "Scientific", "Ratio"] = "a number"
  | name == "Bool" = "true or false"
  | name `elem` ["Text", "Char"] || (name == "[]" && arguments == ["Char"]) = "a string"
  | name `elem` ["[]", "NonEmpty", "Seq", "Set", "Vector"] || take 2 name == "(," = "an array"
  | otherwise = "an object"
  where
    name = tyConName (typeRepTyCon represented)
    arguments = map (tyConName . typeRepTyCon) (typeRepArgs represented)
