-- | Numbers of JSON, read without expanding their exponent [JSON-17].
module Botyard.Json.Number
  ( isFiniteDouble
  , number
  ) where

import Control.Monad (guard)
import Data.Attoparsec.ByteString (Parser)
import qualified Data.Attoparsec.ByteString as Parse
import Data.Attoparsec.Combinator (lookAhead)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import Data.Scientific (Scientific, base10Exponent, coefficient, scientific, toRealFloat)

-- | A number; the failure of one beyond the range of a double is at its first digit.
number :: Parser Scientific
number = do
  token <- lookAhead (Parse.takeWhile (`Bytes.elem` "+-.0123456789Ee"))
  found <- maybe (fail (if Bytes.null token then unexpected else "a number is malformed")) pure (parts token)
  exact <- maybe (fail "a number is out of range") pure (finite found)
  exact <$ Parse.take (Bytes.length token)
  where
    unexpected = "a character is unexpected"

-- | A number as its text has it.
data Parts = Parts
  { negative :: Bool
  , digits :: ByteString
  -- ^ All digits, without leading zeros.
  , power :: Int
  -- ^ The power of ten of the last digit, at most about a thousand million.
  }

parts :: ByteString -> Maybe Parts
parts token = do
  let (sign, unsigned) = Char8.span (== '-') token
      (whole, rest) = Char8.span isDigit unsigned
  guard (Bytes.length sign <= 1 && isWhole whole)
  (fraction, rest') <- case Char8.uncons rest of
    Just ('.', after) -> let found = Char8.span isDigit after in found <$ guard (not (Bytes.null (fst found)))
    _ -> Just (Bytes.empty, rest)
  exponent' <- exponentOf rest'
  pure
    Parts
      { negative = not (Bytes.null sign)
      , digits = Char8.dropWhile (== '0') (whole <> fraction)
      , power = exponent' - Bytes.length fraction
      }
  where
    isWhole whole = whole == "0" || (not (Bytes.null whole) && Char8.head whole /= '0')

exponentOf :: ByteString -> Maybe Int
exponentOf text = case Char8.uncons text of
  Nothing -> Just 0
  Just (mark, after) -> do
    guard (mark == 'e' || mark == 'E')
    let (isNegative, found) = case Char8.uncons after of
          Just ('-', rest) -> (True, rest)
          Just ('+', rest) -> (False, rest)
          _ -> (False, after)
    guard (not (Bytes.null found) && Char8.all isDigit found)
    let significant = Char8.dropWhile (== '0') found
        size = if Bytes.length significant > 9 then 1000000000 else maybe 0 fst (Char8.readInt significant)
    pure (if isNegative then negate size else size)

isDigit :: Char -> Bool
isDigit character = character >= '0' && character <= '9'

-- | The value, 'Nothing' beyond the range of a double. What is nearer to 0 than any double becomes 0, and of more than
-- 800 digits of a fraction those remain that determine the nearest double [JSON-16].
finite :: Parts -> Maybe Scientific
finite found
  | magnitude < -400 = Just 0
  | magnitude > 310 || not (isFiniteDouble exact) = Nothing
  | otherwise = Just exact
  where
    magnitude = if Bytes.null (digits found) then minBound else Bytes.length (digits found) + power found
    (kept, dropped) = Bytes.splitAt 800 (digits found)
    (used, lowest)
      | Bytes.null dropped = (kept, power found)
      | otherwise = (kept <> "1", power found + Bytes.length dropped - 1)
    size = maybe 0 fst (Char8.readInteger used)
    exact = scientific (if negative found then negate size else size) lowest

-- | Whether the nearest double is finite.
isFiniteDouble :: Scientific -> Bool
isFiniteDouble exact
  -- This is almost every number, and takes less time than to find the nearest double.
  | abs (coefficient exact) < 10 ^ (100 :: Int) && base10Exponent exact <= 200 = True
  | otherwise = base10Exponent exact < 2000 && not (isInfinite (toRealFloat @Double exact))
