{-# LANGUAGE CApiFFI #-}

-- | The end of the process.
module Botyard.Process.End
  ( endProcess
  ) where

import Control.Concurrent (forkIO, threadDelay)
import Control.Concurrent.MVar (newEmptyMVar, takeMVar, tryPutMVar)
import Control.Exception (SomeException, catch)
import Control.Monad (replicateM_, void)
import Foreign.C.Types (CInt (..))
import System.IO (hFlush, stderr, stdout)

-- | Ends the process at once: no handler of an exception, no finalizer [RES-8].
--
-- What the bot has printed is flushed by a thread, so that neither a lock nor a missing reader holds up the end for
-- more than 100 ms [RES-18]. It is waited for in short turns: while the process is paused or gets no processor, none of
-- them ends, and the thread loses no time.
endProcess :: Int -> IO a
endProcess code = do
  over <- newEmptyMVar
  let done = void (tryPutMVar over ())
  void . forkIO $ (hFlush stdout `catch` ignored) >> (hFlush stderr `catch` ignored) >> done
  void . forkIO $ replicateM_ 18 (threadDelay 5000) >> done
  takeMVar over
  exitNow (fromIntegral code)
  endProcess code
  where
    ignored (_ :: SomeException) = pure ()

-- System.Posix's exitImmediately calls @exit@, which runs the hooks of C libraries.
foreign import capi unsafe "unistd.h _exit" exitNow :: CInt -> IO ()
