-- | The result file, and the end of the process that @error@ brings about.
module Botyard.Process.Report
  ( endWithAnswer
  , endWithResult
  , writeResult
  ) where

import Botyard.Errors.Failure (because, failure, messageOf)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Json.Write (bytes)
import Botyard.Log.Line (Level (..), line)
import Botyard.Process.Clock (now)
import Botyard.Process.End (endProcess)
import Botyard.Process.Environment (resultPath, textOf)
import Botyard.Process.Files (flushDirectory, parentOf, replace)
import Botyard.Process.Streams (writeStderrUnlocked)
import Botyard.Process.SystemError (reasonOf)
import Control.Concurrent.MVar (MVar, newMVar, withMVar)
import Control.Exception (SomeException, handle, throwIO, try, uninterruptibleMask_)
import Data.ByteString (ByteString)
import Data.ByteString.Builder (Builder)
import qualified Data.ByteString.Char8 as Char8
import Data.Text (Text)
import System.IO.Unsafe (unsafePerformIO)

-- | Writes the run's result.
writeResult :: ByteString -> IO ()
writeResult document = withMVar writing (const (writeDurably document))

-- | Writes the run's result and one log line, and ends the process [RES-7, RES-9].
endWithResult :: Text -> ByteString -> IO a
endWithResult message document = uninterruptibleMask_ . withMVar writing $ \_ -> do
  -- A result that another thread is writing is completed first, and none is written after this one [RES-19].
  written <- try (writeDurably document)
  logError message
  either (logError . messageOf) pure written
  endProcess 1

-- | Writes the answer of a one-shot query, and ends the process [Q-17, Q-19]. The caller does not survive a crash of
-- the machine, so that the name of the file need not.
endWithAnswer :: Builder -> Int -> IO a
endWithAnswer document code =
  try (writeFile' (bytes document)) >>= \case
    Right () -> endProcess code
    Left failed -> logError (messageOf failed) >> endProcess 1

writing :: MVar ()
writing = unsafePerformIO (newMVar ())
{-# NOINLINE writing #-}

writeDurably :: ByteString -> IO ()
writeDurably document = writeFile' document >> resultPath >>= flushDirectory . parentOf

writeFile' :: ByteString -> IO ()
writeFile' document = do
  path <- resultPath
  handle (refused path) (replace path (Char8.takeWhileEnd (/= '/') path) document)
  where
    refused path failed =
      throwIO . because failed $ failure ResultWriteFailed [("path", textOf path), ("reason", reasonOf failed)]

-- | Nothing is left that could be told that the line cannot be written.
logError :: Text -> IO ()
logError message = handle (\(_ :: SomeException) -> pure ()) (now >>= writeStderrUnlocked . line Error message Nothing)
