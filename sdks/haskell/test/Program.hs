-- | Bots as processes, in a folder of their own.
module Program
  ( Ended (..)
  , connected
  , folder
  , freePort
  , json
  , runBot
  , runProgram
  , withBot
  ) where

import Control.Concurrent (threadDelay)
import Control.Exception (IOException, bracket, try)
import Data.Aeson (Value, decodeFileStrict, decodeStrict)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import Data.Maybe (fromMaybe)
import Network.Socket
import System.Directory (doesFileExist)
import System.Environment (getExecutablePath)
import System.Exit (ExitCode)
import System.IO (IOMode (WriteMode), withBinaryFile)
import System.IO.Temp (withSystemTempDirectory)
import System.Process (CreateProcess (..), ProcessHandle, StdStream (..), proc, waitForProcess, withCreateProcess)

-- | What a process has left.
data Ended = Ended
  { code :: ExitCode
  , out :: ByteString
  , err :: ByteString
  , result :: Maybe Value
  }

-- | Runs an action with a folder, which is removed afterwards.
folder :: (FilePath -> IO a) -> IO a
folder = withSystemTempDirectory "botyard"

-- | Runs a bot until it ends.
runBot :: [(String, String)] -> String -> IO Ended
runBot variables name = do
  own <- getExecutablePath
  runProgram variables own ["bot", name]

-- | Runs a program as a bot until it ends.
runProgram :: [(String, String)] -> FilePath -> [String] -> IO Ended
runProgram variables command arguments = folder $ \path -> do
  code' <- withProgram path variables command arguments waitForProcess
  written <- Bytes.readFile (path <> "/stdout")
  logged <- Bytes.readFile (path <> "/stderr")
  there <- doesFileExist (path <> "/result.json")
  Ended code' written logged <$> if there then decodeFileStrict (path <> "/result.json") else pure Nothing

-- | Starts a bot, and ends it after the action.
withBot :: FilePath -> [(String, String)] -> String -> (ProcessHandle -> IO a) -> IO a
withBot path variables name action = do
  own <- getExecutablePath
  withProgram path variables own ["bot", name] action

-- | Starts a program as a bot, and ends it after the action. Its streams are files in the folder.
withProgram :: FilePath -> [(String, String)] -> FilePath -> [String] -> (ProcessHandle -> IO a) -> IO a
withProgram path variables command arguments action =
  withBinaryFile (path <> "/stdout") WriteMode $ \written ->
    withBinaryFile (path <> "/stderr") WriteMode $ \logged -> do
      let start = (proc command arguments){cwd = Just path, env = Just environment, std_out = UseHandle written, std_err = UseHandle logged}
      withCreateProcess start (\_ _ _ process -> action process)
  where
    environment = variables <> filter ((`notElem` map fst variables) . fst) defaults
    defaults = [("BOT_ID", "b1"), ("BOT_CONFIG", "{}"), ("LC_ALL", "C"), ("CODE_MOUNT_DIR", path)]

freePort :: IO PortNumber
freePort = bracket (socket AF_INET Stream defaultProtocol) close $ \listener -> do
  bind listener (SockAddrInet 0 loopback)
  socketPort listener

loopback :: HostAddress
loopback = tupleToHostAddress (127, 0, 0, 1)

-- | Connects as soon as the server listens.
connected :: PortNumber -> IO Socket
connected port = do
  connection <- socket AF_INET Stream defaultProtocol
  try (connect connection (SockAddrInet port loopback)) >>= \case
    Right () -> pure connection
    Left (_ :: IOException) -> close connection >> threadDelay 3000 >> connected port

-- | A line as JSON.
json :: ByteString -> Value
json text = fromMaybe (error ("not JSON: " <> show text)) (decodeStrict text)
