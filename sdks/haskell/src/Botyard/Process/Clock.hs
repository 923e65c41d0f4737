module Botyard.Process.Clock
  ( now
  ) where

import Botyard.Process.Test (TestProcess (time), inTest)
import Data.Time.Clock.System (SystemTime, getSystemTime)

now :: IO SystemTime
now = inTest time getSystemTime
