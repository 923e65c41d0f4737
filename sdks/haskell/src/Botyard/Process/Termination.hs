-- | SIGTERM, by which the platform asks the bot to stop.
module Botyard.Process.Termination
  ( onTermination
  , requested
  ) where

import Botyard.Process.Test (TestProcess (stopFlag), inTest)
import Control.Concurrent.MVar (MVar, modifyMVar, newEmptyMVar, newMVar, putMVar, readMVar, withMVar)
import Control.Monad (void, when)
import Data.Foldable (for_)
import Data.IORef (atomicModifyIORef', newIORef)
import GHC.Conc (TVar, atomically, newTVarIO, writeTVar)
import System.IO.Unsafe (unsafePerformIO)
import System.Posix.Signals (Handler (..), SignalInfo, installHandler, sigTERM)

-- | Whether SIGTERM has come, and what is done when it comes.
data Receiving = Receiving (TVar Bool) (SignalInfo -> IO ())

-- | 'Nothing' before the first call of 'requested'.
receiving :: MVar (Maybe Receiving)
receiving = unsafePerformIO (newMVar Nothing)
{-# NOINLINE receiving #-}

-- | Whether SIGTERM has come since the first call, which installs the handler [STOP-1, STOP-2]. An earlier handler is called
-- as before [STOP-4].
--
-- Throws an 'IOError' if the system refuses the handler.
requested :: IO (TVar Bool)
requested = inTest (pure . stopFlag) . modifyMVar receiving $ \case
  Just known@(Receiving flag _) -> pure (Just known, flag)
  Nothing -> do
    flag <- newTVarIO False
    earlier <- newEmptyMVar
    -- The signal may come before it is known which handler was there.
    let told info = atomically (writeTVar flag True) >> readMVar earlier >>= ($ info)
    installHandler sigTERM (CatchInfo told) Nothing >>= actionOf >>= putMVar earlier
    pure (Just (Receiving flag told), flag)

-- | Does this when SIGTERM comes, in place of what was done before, except for what 'requested' has promised.
onTermination :: IO () -> IO ()
onTermination action = withMVar receiving $ \known -> do
  let told info = action >> for_ known (\(Receiving _ promised) -> promised info)
  void (installHandler sigTERM (CatchInfo told) Nothing)

actionOf :: Handler -> IO (SignalInfo -> IO ())
actionOf = \case
  Catch action -> pure (const action)
  CatchInfo action -> pure action
  CatchOnce action -> once (const action)
  CatchInfoOnce action -> once action
  _ -> pure (const (pure ()))
  where
    once action = do
      isLeft <- newIORef True
      pure (\info -> atomicModifyIORef' isLeft (False,) >>= \first -> when first (action info))
