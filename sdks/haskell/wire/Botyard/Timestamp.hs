-- | The timestamps of lines.
module Botyard.Timestamp
  ( timestamp
  ) where

import Data.ByteString.Builder (Builder, char7, word8)
import Data.Time.Calendar (addDays, toGregorian)
import Data.Time.Clock.System (SystemTime (..), systemEpochDay)

-- | A time as @YYYY-MM-DDThh:mm:ss.sssZ@, truncated to milliseconds [MET-3]. The time library's own formatting takes
-- longer than all the rest of a metric.
timestamp :: SystemTime -> Builder
timestamp time =
  two (fromInteger year `quot` 100) <> two (fromInteger year `rem` 100)
    <> (char7 '-' <> two month)
    <> (char7 '-' <> two date)
    <> (char7 'T' <> two (second `quot` 3600))
    <> (char7 ':' <> two (second `quot` 60 `rem` 60))
    <> (char7 ':' <> two (second `rem` 60))
    <> (char7 '.' <> digit (millisecond `quot` 100) <> two (millisecond `rem` 100))
    <> char7 'Z'
  where
    (year, month, date) = toGregorian (addDays (toInteger days) systemEpochDay)
    (days, inDay) = systemSeconds time `divMod` 86400
    second = fromIntegral inDay
    millisecond = fromIntegral (systemNanoseconds time `quot` 1000000)

two, digit :: Int -> Builder
two number = digit (number `quot` 10) <> digit (number `rem` 10)
digit number = word8 (48 + fromIntegral number)
