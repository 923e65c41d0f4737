module Botyard.Process.Clock
  ( now
  ) where

import Data.Time.Clock.System (SystemTime, getSystemTime)

now :: IO SystemTime
now = getSystemTime
