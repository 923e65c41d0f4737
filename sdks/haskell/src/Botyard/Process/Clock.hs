module Botyard.Process.Clock
  ( now
  ) where

import Data.Time.Clock (UTCTime, getCurrentTime)

now :: IO UTCTime
now = getCurrentTime
