{-# LANGUAGE DataKinds #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE PolyKinds #-}
-- These instances take the place of aeson's own, also in a type that a bot derives its instance for.
{-# OPTIONS_GHC -Wno-orphans #-}

-- | Decimals of a fixed number, such as 'Data.Fixed.Centi', of which aeson cuts off what the type does not hold. What the
-- SDK reads is refused instead [JSON-19]; what the bot reads with aeson itself is as aeson has it.
module Botyard.Json.Fixed
  ( exactly
  ) where

import Control.Monad (unless, when)
import Data.Aeson (FromJSON (..), Value, withScientific)
import Data.Aeson.Types (JSONPathElement (Index), Parser, parserCatchError, (<?>))
import Data.Fixed (Fixed (..), HasResolution, resolution)
import Data.Kind (Type)
import Data.Scientific (base10Exponent, isInteger)
import GHC.TypeLits (KnownNat, Nat)

-- aeson's instance is for resolutions of any kind and therefore the less specific one. One of a bot for a single type is
-- more specific than these; INCOHERENT lets code for all of them use aeson's.
instance {-# INCOHERENT #-} HasResolution a => FromJSON (Fixed (a :: Type)) where
  parseJSON = fixed

instance {-# INCOHERENT #-} KnownNat a => FromJSON (Fixed (a :: Nat)) where
  parseJSON = fixed

fixed :: HasResolution a => Value -> Parser (Fixed a)
fixed = withScientific "Fixed" $ \given -> do
  when (base10Exponent given > 1024) $ fail "parsing Fixed failed, the exponent is greater than 1024"
  let held = MkFixed (floor units)
      units = given * fromInteger (resolution held)
  unless (isInteger units) $ do
    isExact <- isWithin
    when isExact $ fail ("parsing Fixed failed, expected " <> valuesOf (resolution held))
  pure held

valuesOf :: Integer -> String
valuesOf size = case span (== '0') (drop 1 (show size)) of
  (zeros, "") | take 1 (show size) == "1" -> if null zeros then "an integer" else "a number with at most " <> decimals (length zeros)
  _ -> "a multiple of 1/" <> show size
  where
    decimals count = show count <> if count == 1 then " decimal" else " decimals"

-- | Marks what is read within by its path, which begins with a step that no document has.
exactly :: Parser a -> Parser a
exactly = (<?> mark)

isWithin :: Parser Bool
isWithin = fail "" `parserCatchError` \path _ -> pure (take 1 path == [mark])

mark :: JSONPathElement
mark = Index (-1)
