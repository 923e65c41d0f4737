-- | The standard streams.
module Botyard.Process.Streams
  ( writeStderr
  , writeStderrUnlocked
  , writeStdout
  ) where

import Botyard.Process.Files (writeSome)
import Botyard.Process.Test (TestProcess (takeLog, takeMetric), inTest)
import Control.Concurrent.MVar (MVar, newMVar, withMVar)
import Control.Exception (IOException, catch, throwIO)
import Control.Monad (unless)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import Data.IORef (IORef, newIORef, readIORef, writeIORef)
import Foreign.C.Error (eBADF, errnoToIOError)
import System.IO (Handle, hFlush, hIsOpen, stderr, stdout)
import System.IO.Unsafe (unsafePerformIO)
import System.Posix.Types (Fd)

-- | A stream, by its handle and its descriptor.
data Stream = Stream
  { handle :: Handle
  , file :: Fd
  , lock :: MVar ()
  , isTorn :: IORef Bool
  -- ^ Whether only the beginning of the last line could be written.
  }

standardOutput, standardError :: Stream
standardOutput = unsafePerformIO (Stream stdout 1 <$> newMVar () <*> newIORef False)
standardError = unsafePerformIO (Stream stderr 2 <$> newMVar () <*> newIORef False)
{-# NOINLINE standardOutput #-}
{-# NOINLINE standardError #-}

-- | Writes a line to standard output at once, after what the bot has printed itself [MET-1].
writeStdout :: ByteString -> IO ()
writeStdout line = inTest (`takeMetric` line) (write standardOutput line)

-- | Writes a line to standard error at once.
writeStderr :: ByteString -> IO ()
writeStderr line = inTest (`takeLog` line) (write standardError line)

-- | As 'writeStderr', without waiting for a thread that holds the stream [RES-18].
writeStderrUnlocked :: ByteString -> IO ()
writeStderrUnlocked line = inTest (`takeLog` line) (writeLine standardError line)

write :: Stream -> ByteString -> IO ()
write stream line = withMVar (lock stream) $ \_ -> do
  -- What the bot has printed is the bot's; if it cannot be written, neither can the line.
  hFlush (handle stream) `catch` \(_ :: IOException) -> do
    open <- hIsOpen (handle stream)
    -- The number of a stream that bot code has closed may belong to another file by now.
    unless open (throwIO (errnoToIOError "write" eBADF (Just (handle stream)) Nothing))
  writeLine stream line

-- | Writes a line, not through the handle, which could keep a part of it and writes by the locale. A line that follows
-- the beginning of another one starts a line of its own.
writeLine :: Stream -> ByteString -> IO ()
writeLine stream line = do
  torn <- readIORef (isTorn stream)
  go (if torn then "\n" <> line else line)
  where
    go left = unless (Bytes.null left) $ do
      rest <- writeSome (file stream) left
      unless (Bytes.length rest == Bytes.length left) $ writeIORef (isTorn stream) (not (Bytes.null rest))
      go rest
