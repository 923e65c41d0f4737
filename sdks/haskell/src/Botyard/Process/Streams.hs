-- | The standard streams.
module Botyard.Process.Streams
  ( writeStderr
  , writeStderrUnlocked
  , writeStdout
  ) where

import Botyard.Process.Files (writeAll)
import Control.Concurrent.MVar (MVar, newMVar, withMVar)
import Control.Exception (IOException, catch, throwIO)
import Control.Monad (unless)
import Data.ByteString (ByteString)
import Foreign.C.Error (eBADF, errnoToIOError)
import System.IO (Handle, hFlush, hIsOpen, stderr, stdout)
import System.IO.Unsafe (unsafePerformIO)
import System.Posix.Types (Fd)

-- | Writes a line to standard output at once, after what the bot has printed itself [MET-1].
writeStdout :: ByteString -> IO ()
writeStdout = write stdoutLock stdout 1

-- | Writes a line to standard error at once.
writeStderr :: ByteString -> IO ()
writeStderr = write stderrLock stderr 2

-- | As 'writeStderr', without waiting for a thread that holds the stream [RES-18].
writeStderrUnlocked :: ByteString -> IO ()
writeStderrUnlocked = writeAll 2

-- The line does not go through the handle, which could keep a part of it and writes by the locale.
write :: MVar () -> Handle -> Fd -> ByteString -> IO ()
write lock handle file line = withMVar lock $ \_ -> do
  open <- hIsOpen handle
  -- The number of a stream that bot code has closed may belong to another file by now.
  unless open (throwIO (errnoToIOError "write" eBADF (Just handle) Nothing))
  -- What the bot has printed is the bot's; if it cannot be written, neither can the line.
  hFlush handle `catch` \(_ :: IOException) -> pure ()
  writeAll file line

stdoutLock, stderrLock :: MVar ()
stdoutLock = unsafePerformIO (newMVar ())
stderrLock = unsafePerformIO (newMVar ())
{-# NOINLINE stdoutLock #-}
{-# NOINLINE stderrLock #-}
