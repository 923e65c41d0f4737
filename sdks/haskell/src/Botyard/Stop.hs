-- | The platform's request to stop, which is the signal SIGTERM.
--
-- From the first call of one of these functions on, SIGTERM does not end the process any more: the bot ends itself, within
-- the platform's grace period (default: 10 s). A handler of the signal that the bot has installed before is called as before
-- [STOP-1, STOP-4]. One that it installs later takes the place of the SDK's.
--
-- A bot that looks three times, with a pause between two looks:
--
-- > import Control.Monad (unless)
-- >
-- > look :: Int -> IO ()
-- > look left = do
-- >   Log.info "looking"
-- >   stopped <- Stop.wait 0.01
-- >   unless (stopped || left == 1) (look (left - 1))
-- >
-- > main :: IO ()
-- > main = look 3
--
-- Errors: the first call fails with @stop.unavailable@ if the system refuses the handler [STOP-5].
module Botyard.Stop
  ( requested
  , wait
  , signal
  ) where

import Botyard.Errors.Failure (because, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Process.SystemError (reasonOf)
import qualified Botyard.Process.Termination as Termination
import Botyard.Process.Test (inTest)
import qualified Botyard.Process.Test as Test
import Control.Exception (catch, throwIO)
import Control.Monad (unless)
import Data.Maybe (isJust)
import GHC.Clock (getMonotonicTime)
import GHC.Conc (STM, TVar, atomically, readTVar, readTVarIO, retry)
import GHC.Stack (HasCallStack)
import System.Timeout (timeout)

-- | Returns whether the platform has asked the bot to stop: whether the process has received SIGTERM since the first call of
-- a function of this module [STOP-2].
--
-- > print =<< Stop.requested -- False
--
-- Errors: @stop.unavailable@.
requested :: HasCallStack => IO Bool
requested = receiving >>= readTVarIO

-- | Waits until the platform asks the bot to stop, at most for a time in seconds. Returns true as soon as it does, at once if
-- it has before, and false after the time [STOP-3]. A time that is not a number above 0 counts as 0.
--
-- Several threads can wait at the same time, and all of them are told. Only the thread that calls it is blocked.
--
-- > print =<< Stop.wait 0.01 -- False
--
-- Errors: @stop.unavailable@.
wait :: HasCallStack => Double -> IO Bool
wait seconds = inTest (`Test.wait` seconds) $ do
  flag <- receiving
  end <- (+ seconds) <$> getMonotonicTime
  let go = do
        left <- (end -) <$> getMonotonicTime
        -- Timers of the system do not reach as far as a Double.
        told <- timeout (ceiling (1000000 * max 0 (min 3600 left))) (atomically (untilSet flag))
        if isJust told then pure True else if left > 3600 then go else readTVarIO flag
  if seconds > 0 then go else readTVarIO flag

-- | Returns a transaction that waits until the platform asks the bot to stop, to wait for something else at the same time.
--
-- > import Control.Concurrent.STM
-- >
-- > main :: IO ()
-- > main = do
-- >   prices <- newTQueueIO
-- >   atomically (writeTQueue prices (187.5 :: Double))
-- >   stopped <- Stop.signal
-- >   next <- atomically ((Just <$> readTQueue prices) `orElse` (Nothing <$ stopped))
-- >   print next -- Just 187.5
--
-- Errors: @stop.unavailable@.
signal :: HasCallStack => IO (STM ())
signal = untilSet <$> receiving

untilSet :: TVar Bool -> STM ()
untilSet flag = readTVar flag >>= \isSet -> unless isSet retry

receiving :: HasCallStack => IO (TVar Bool)
receiving = Termination.requested `catch` \refused -> throwIO (because refused (failure StopUnavailable [("reason", reasonOf refused)]))
