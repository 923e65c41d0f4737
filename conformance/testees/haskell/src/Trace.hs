-- | The trace of the ops, and what they share.
module Trace (Ops, Place (..), begin, codeFolder, end, kept, keep, note, unsupported) where

import Botyard.Query.Request (Request)
import Control.Concurrent.MVar (MVar, newMVar, withMVar)
import Data.Aeson (Object, Value (Bool), encode)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Lazy as Lazy
import Data.IORef (IORef, atomicModifyIORef', newIORef, readIORef)
import Data.Map.Strict (Map)
import qualified Data.Map.Strict as Map
import Data.Text (Text)
import System.Environment (getEnv)
import System.Exit (ExitCode (..))
import System.IO (Handle, IOMode (AppendMode), hFlush, openBinaryFile)
import System.IO.Unsafe (unsafePerformIO)
import System.Posix.ByteString (RawFilePath, exitImmediately, getWorkingDirectory)

type Ops = [Object]

-- | Where ops run: in a handler there is a request.
newtype Place = Place {request :: Maybe Request}

trace :: MVar Handle
trace = unsafePerformIO (getEnv "CONF_TRACE" >>= (`openBinaryFile` AppendMode) >>= newMVar)
{-# NOINLINE trace #-}

-- | The folder of the code, also after an op has changed the directory.
codeFolder :: RawFilePath
codeFolder = unsafePerformIO getWorkingDirectory
{-# NOINLINE codeFolder #-}

values :: IORef (Map Text Value)
values = unsafePerformIO (newIORef Map.empty)
{-# NOINLINE values #-}

kept :: IO (Map Text Value)
kept = readIORef values

keep :: Text -> Value -> IO ()
keep name value = atomicModifyIORef' values (\before -> (Map.insert name value before, ()))

note :: [(Text, Value)] -> IO ()
note entries = withMVar trace $ \file -> do
  Bytes.hPut file (Lazy.toStrict (encode (Map.fromList entries) <> "\n"))
  hFlush file

begin :: IO ()
begin = codeFolder `seq` withMVar trace (const (pure ()))

end :: IO ()
end = note [("end", Bool True)]

unsupported :: Value -> IO a
unsupported op = do
  note [("id", op), ("unsupported", Bool True)]
  exitImmediately (ExitFailure 64)
  unsupported op
