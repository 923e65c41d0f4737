{-# LANGUAGE CApiFFI #-}

-- | The end of the process.
module Botyard.Process.End
  ( endProcess
  ) where

import Botyard.Process.Test (TestProcess (end), inTest)
import Control.Concurrent (forkIO, threadDelay)
import Control.Concurrent.MVar (newEmptyMVar, takeMVar, tryPutMVar)
import Control.Exception (SomeException, catch)
import Control.Monad (void, when)
import Data.Void (absurd)
import Foreign.C.Types (CInt (..))
import GHC.Clock (getMonotonicTimeNSec)
import System.IO (hFlush, stderr, stdout)

-- | Ends the process at once: no handler of an exception, no finalizer [RES-8].
--
-- What the bot has printed is flushed by a thread, so that neither a lock nor a missing reader holds up the end for
-- more than 100 ms [RES-18].
endProcess :: Int -> IO a
endProcess code = inTest (\test -> absurd <$> end test code) $ do
  over <- newEmptyMVar
  let done = void (tryPutMVar over ())
  void . forkIO $ (hFlush stdout `catch` ignored) >> (hFlush stderr `catch` ignored) >> done
  void . forkIO $ wait 1 >> done
  takeMVar over
  exitNow (fromIntegral code)
  endProcess code
  where
    ignored (_ :: SomeException) = pure ()

-- | Waits in short turns. While the process is paused or gets no processor, none of them ends, and a late one is not the
-- last, so that the other thread loses no time.
wait :: Int -> IO ()
wait passed = do
  began <- getMonotonicTimeNSec
  threadDelay turn
  ended <- getMonotonicTimeNSec
  let late = ended - began >= 2000 * fromIntegral turn
  when (passed < mostTurns && (passed < turns || late)) (wait (passed + 1))
  where
    turns = 18
    mostTurns = 100
    turn = 5000

-- System.Posix's exitImmediately calls @exit@, which runs the hooks of C libraries.
foreign import capi unsafe "unistd.h _exit" exitNow :: CInt -> IO ()
