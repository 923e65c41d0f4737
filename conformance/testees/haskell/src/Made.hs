-- | Arguments of ops: JSON values, and values that JSON cannot represent.
module Made (Made, made, nothing, textOf, valueOf) where

import Data.Aeson (ToJSON (..), Value (..))
import qualified Data.Aeson.Key as Key
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Foldable (toList)
import Data.Map.Strict (Map)
import qualified Data.Map.Strict as Map
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Vector as Vector

data Made = Plain Value | List [Made] | Members (Map Text Made) | Hook Hooked

-- | Types with a JSON form of their own.
data Hooked = Hooked | FailingHook

instance ToJSON Made where
  toJSON = \case
    Plain value -> value
    List items -> toJSON items
    Members members -> toJSON members
    Hook hooked -> toJSON hooked

instance ToJSON Hooked where
  toJSON = \case
    Hooked -> Object (KeyMap.singleton "hooked" (Bool True))
    FailingHook -> error "the hook fails"

nothing :: Made
nothing = Plain Null

valueOf :: Made -> Value
valueOf = toJSON

textOf :: Made -> Text
textOf given = case valueOf given of
  String text -> text
  _ -> error "an argument is not a text"

-- | Replaces @{$make: …}@, @{$var: …}@ and @{$literal: …}@ in an argument.
made :: Map Text Value -> Value -> Made
made kept = \case
  Array items -> List (map (made kept) (toList items))
  Object members -> case KeyMap.toList members of
    [("$literal", inner)] -> Plain inner
    [("$var", String name)] -> Plain (kept Map.! name)
    [("$make", String kind)] -> make kind 0
    [("$make", Array kind)] | [String name, Number size] <- toList kind -> make name (truncate size)
    entries -> Members (Map.fromList [(Key.toText key, made kept item) | (key, item) <- entries])
  plain -> Plain plain

make :: Text -> Int -> Made
make kind size = case kind of
  "nan" -> Plain (toJSON (0 / 0 :: Double))
  "negative-zero" -> Plain (toJSON (-0.0 :: Double))
  "cycle" -> let inside = Array (Vector.singleton inside) in Plain inside
  "deep" -> Plain (nested (Array . Vector.singleton) (Array Vector.empty))
  "deep-object" -> Plain (nested (Object . KeyMap.singleton "a") (Object KeyMap.empty))
  "long" -> Plain (String (Text.replicate size "x"))
  "hooked" -> Hook Hooked
  "failing-hook" -> Hook FailingHook
  other -> error ("the adapter cannot make " <> Text.unpack other)
  where
    nested wrap inmost = iterate wrap inmost !! (size - 1)
