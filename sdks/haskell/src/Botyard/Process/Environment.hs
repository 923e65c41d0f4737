-- | The variables of the contract, as bytes: GHC's own functions decode them by the locale [ENV-8].
module Botyard.Process.Environment
  ( becomeQueryProcess
  , get
  , isQueryProcess
  , raw
  , resultPath
  , stateDir
  , textOf
  ) where

import Botyard.Process.Test (TestProcess (end, environment, isAnswering), inTest)
import Botyard.Utf8 (decodeLossy)
import Control.Exception (IOException, try)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import Data.IORef (IORef, atomicModifyIORef', newIORef, readIORef)
import Data.Maybe (isJust)
import Data.Text (Text)
import Data.Void (absurd)
import System.IO.Unsafe (unsafePerformIO)
import System.Posix.ByteString.FilePath (RawFilePath)
import System.Posix.Directory.ByteString (getWorkingDirectory)
import System.Posix.Env.ByteString (getEnv)

-- | A variable's bytes; one that is set to the empty string counts as unset [ENV-2].
raw :: ByteString -> IO (Maybe ByteString)
raw name = (>>= \found -> if Bytes.null found then Nothing else Just found) <$> inTest (\test -> pure (environment test name)) (getEnv name)

get :: ByteString -> IO (Maybe Text)
get name = fmap textOf <$> raw name

textOf :: ByteString -> Text
textOf = decodeLossy

resultPath :: IO RawFilePath
resultPath = pathOf "RESULT_PATH" "result.json"

stateDir :: IO RawFilePath
stateDir = pathOf "STATE_DIR" ".state"

-- | Whether this process only answers queries [ENV-5].
isQueryProcess :: IO Bool
isQueryProcess = inTest isAnswering $ do
  became <- readIORef answersQueries
  path <- raw "QUERY_PATH"
  port <- raw "QUERY_PORT"
  pure (became || isJust path || isJust port)

-- | Makes this a query process; returns whether it has been made one before. In a test it ends the program.
becomeQueryProcess :: IO Bool
becomeQueryProcess = inTest (\test -> absurd <$> end test 0) $ atomicModifyIORef' answersQueries (True,)

answersQueries :: IORef Bool
answersQueries = unsafePerformIO (newIORef False)
{-# NOINLINE answersQueries #-}

pathOf :: ByteString -> ByteString -> IO RawFilePath
pathOf variable name =
  raw variable >>= \case
    Just path -> clean path
    Nothing -> raw "CODE_MOUNT_DIR" >>= clean . maybe name (<> "/" <> name)

-- | Makes a path absolute and removes @.@, @..@ and needless slashes by its text alone [ENV-4].
clean :: RawFilePath -> IO RawFilePath
clean path
  | "/" `Bytes.isPrefixOf` path = pure (normal path)
  | otherwise = do
    current <- either (\(_ :: IOException) -> "/") id <$> try getWorkingDirectory
    pure (normal (current <> "/" <> path))

normal :: RawFilePath -> RawFilePath
normal = ("/" <>) . Bytes.intercalate "/" . reverse . foldl step [] . Char8.split '/'
  where
    step before part
      | Bytes.null part || part == "." = before
      | part == ".." = drop 1 before
      | otherwise = part : before
