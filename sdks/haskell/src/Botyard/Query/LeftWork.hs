-- | Failures of work that a handler started and did not wait for.
module Botyard.Query.LeftWork
  ( logLeftWork
  ) where

import Botyard.Process.Clock (now)
import Botyard.Process.Streams (writeStderr)
import Botyard.Query.Failure (Failure (..), Raised (..), raisedOf, record)
import Control.Exception (SomeException, handle)
import qualified Data.Text as Text
import GHC.Conc (setUncaughtExceptionHandler)

-- | Logs an exception that ends a thread as one line, in place of GHC's text [Q-44].
logLeftWork :: IO ()
logLeftWork = setUncaughtExceptionHandler $ \failed -> handle (\(_ :: SomeException) -> pure ()) $ do
  details <- raisedOf failed
  let own = message details
      text = if Text.null own then "a failure without a message" else own
  now >>= writeStderr . record text Nothing (Threw details)
