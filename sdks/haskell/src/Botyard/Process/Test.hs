-- | What the SDK uses in place of the process while a test runs a bot's code.
module Botyard.Process.Test
  ( TestProcess (..)
  , inTest
  , with
  ) where

import Control.Exception (bracket_)
import Data.ByteString (ByteString)
import Data.IORef (IORef, newIORef, readIORef, writeIORef)
import Data.Time.Clock.System (SystemTime)
import Data.Void (Void)
import GHC.Conc (TVar)
import System.IO.Unsafe (unsafePerformIO)

data TestProcess = TestProcess
  { environment :: ByteString -> Maybe ByteString
  , isAnswering :: IO Bool
  -- ^ Whether the thread answers a query.
  , takeMetric :: ByteString -> IO ()
  , takeLog :: ByteString -> IO ()
  , time :: IO SystemTime
  , end :: Int -> IO Void
  , stopFlag :: TVar Bool
  , wait :: Double -> IO Bool
  -- ^ Moves the clock instead of waiting; returns whether the bot is to stop.
  }

-- | Asks that of the test; outside of tests, does the other.
inTest :: (TestProcess -> IO a) -> IO a -> IO a
inTest ask other = readIORef entered >>= maybe other ask

-- | Runs what belongs to a test; only one can run at a time.
with :: TestProcess -> IO a -> IO a
with process = bracket_ (writeIORef entered (Just process)) (writeIORef entered Nothing)

entered :: IORef (Maybe TestProcess)
entered = unsafePerformIO (newIORef Nothing)
{-# NOINLINE entered #-}
