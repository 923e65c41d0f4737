-- | The timestamps of lines.
module Botyard.Timestamp
  ( timestamp
  ) where

import Data.ByteString.Builder (Builder)
import qualified Data.ByteString.Builder as Builder
import Data.Time.Calendar (toGregorian)
import Data.Time.Clock (UTCTime (..))

-- | A time as @YYYY-MM-DDThh:mm:ss.sssZ@, truncated to milliseconds [MET-3]. The functions of the time library take
-- longer than all the rest of a metric.
timestamp :: UTCTime -> Builder
timestamp (UTCTime day sinceMidnight) =
  padded 4 (fromInteger year)
    <> ("-" <> padded 2 month)
    <> ("-" <> padded 2 date)
    <> ("T" <> padded 2 (minutes `div` 60))
    <> (":" <> padded 2 (minutes `mod` 60))
    <> (":" <> padded 2 (seconds `mod` 60))
    <> ("." <> padded 3 (milliseconds `mod` 1000))
    <> "Z"
  where
    (year, month, date) = toGregorian day
    milliseconds = truncate (sinceMidnight * 1000) :: Int
    seconds = milliseconds `div` 1000
    minutes = seconds `div` 60

padded :: Int -> Int -> Builder
padded width size = mconcat [Builder.intDec (size `div` 10 ^ place `mod` 10) | place <- [width - 1, width - 2 .. 0]]
