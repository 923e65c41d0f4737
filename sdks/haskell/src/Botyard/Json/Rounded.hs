{-# LANGUAGE AllowAmbiguousTypes #-}

-- | Numbers that a floating type rounds [JSON-19]. aeson rounds in silence, and a type does not tell where in it the floating
-- ones are; but what is refused in the place of a number names the type that the place has.
module Botyard.Json.Rounded
  ( Rounded (..)
  , rounded
  ) where

import Data.Aeson (Value (..))
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Aeson.Types (JSONPath, JSONPathElement (..))
import Data.Bits (countTrailingZeros, unsafeShiftR)
import Data.Foldable (toList)
import Data.Function (on)
import Data.List.NonEmpty (NonEmpty (..))
import qualified Data.List.NonEmpty as NonEmpty
import qualified Data.Map.Lazy as Map
import Data.Maybe (isJust, listToMaybe, mapMaybe)
import Data.Scientific (Scientific, base10Exponent, coefficient, fromFloatDigits, isInteger, toRealFloat)
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Vector as Vector

data Rounded = Rounded
  { path :: JSONPath
  , number :: Scientific
  , kind :: Text
  -- ^ The name of the floating type.
  , nearest :: Text
  -- ^ The number that it has instead.
  }

-- | The first number that its type rounds. The function returns the name of the type at a path; it is asked once for all
-- members of a list or a map, and for 100 places at most, because each time it reads the whole value.
rounded :: (JSONPath -> Text) -> Value -> Maybe Rounded
rounded kindAt given
  -- This is almost every value, and takes less time.
  | not (hasDoubt given) = Nothing
  | otherwise = listToMaybe (mapMaybe decided groups)
  where
    groups = NonEmpty.groupBy ((==) `on` place) (doubtsIn given)
    -- Of equal keys, the last one remains, which here is the first doubt.
    kinds = Map.take 100 (Map.fromList (reverse [(place doubt, kindAt (reverse (steps doubt))) | doubt :| _ <- groups]))
    decided doubts = do
      named <- Map.lookup (place (NonEmpty.head doubts)) kinds
      nearestOf <- lookup named [("Double", nearestIfOther @Double), ("Float", nearestIfOther @Float)]
      let found doubt = Rounded (reverse (steps doubt)) (size doubt) named <$> nearestOf (size doubt)
      listToMaybe (mapMaybe found (NonEmpty.toList doubts))

-- | A number that some floating type rounds.
data Doubt = Doubt
  { steps :: JSONPath
  -- ^ Its path, from the inside out.
  , place :: JSONPath
  -- ^ The same with one step for all members of a list or a map.
  , size :: Scientific
  }

hasDoubt :: Value -> Bool
hasDoubt = \case
  Number found -> isDoubtful found
  Array items -> Vector.any hasDoubt items
  Object members -> any hasDoubt members
  _ -> False

doubtsIn :: Value -> [Doubt]
doubtsIn document = go [] [] document []
  where
    go outer outerPlace value others = case value of
      Number found | isDoubtful found -> Doubt outer outerPlace found : others
      Array items -> Vector.ifoldr (inside (Vector.length items > tuple) . Index) others items
      Object members -> KeyMap.foldrWithKey (inside (isMap members) . Key) others members
      _ -> others
      where
        inside isOne step = go (step : outer) ((if isOne then Index 0 else step) : outerPlace)
    isMap members = KeyMap.size members > tuple && isAlike (map form (toList members))
    isAlike forms = and (zipWith (==) forms (drop 1 forms))
    form :: Value -> Int
    form = \case
      Null -> 0
      Bool _ -> 1
      Number _ -> 2
      String _ -> 3
      Array _ -> 4
      Object _ -> 5
    -- As many members has the longest tuple that aeson reads; a record of more has members of several kinds.
    tuple = 15

-- | Whether a 'Float', which holds less than a 'Double', is another number. Almost every number is decided by its digits.
isDoubtful :: Scientific -> Bool
isDoubtful number'
  | base10Exponent number' <= 0 && abs digits <= 16777216 = False
  | base10Exponent number' < 0 && abs digits < 10 ^ (30 :: Int) && digits `rem` 10 /= 0 = False
  | base10Exponent number' == 0 && abs digits < 2 ^ (62 :: Int) = (bits `unsafeShiftR` countTrailingZeros bits) > 16777216
  | otherwise = isJust (nearestIfOther @Float number')
  where
    digits = coefficient number'
    bits = fromInteger (abs digits) :: Int

-- | The nearest number of a type, if it is another one than an integer, or the number is beyond the type's range. A double
-- that is written with its shortest digits, such as 1e300, is itself.
nearestIfOther :: forall float. (RealFloat float, Show float) => Scientific -> Maybe Text
nearestIfOther given
  | isInfinite near || (isInteger given && toRational near /= toRational given && fromFloatDigits near /= given) = Just (Text.pack (show near))
  | otherwise = Nothing
  where
    near = toRealFloat given :: float
