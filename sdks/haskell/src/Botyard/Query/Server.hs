-- | The server for queries.
module Botyard.Query.Server
  ( run
  ) where

import Botyard.Errors.Describe (number, quoted)
import Botyard.Errors.Failure (BotyardError, because, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Process.End (endProcess)
import qualified Botyard.Process.Environment as Environment
import Botyard.Process.SystemError (reasonOf)
import Botyard.Process.Termination (onTermination)
import Botyard.Query.LeftWork (logLeftWork)
import Botyard.Query.Server.Connection (accepted)
import Botyard.Query.Server.Exchange (answering)
import qualified Botyard.Query.Server.Socket as Socket
import Control.Exception (IOException, catch, onException, throwIO, try)
import Control.Monad (void)
import Data.Char (isAscii, isDigit)
import Data.Maybe (fromMaybe)
import Data.Text (Text)
import qualified Data.Text as Text
import Network.Socket
  ( AddrInfo (..)
  , AddrInfoFlag (..)
  , Socket
  , SocketOption (..)
  , SocketType (..)
  , bind
  , close
  , defaultHints
  , getAddrInfo
  , listen
  , openSocket
  , setCloseOnExecIfNeeded
  , setSocketOption
  , withFdSocket
  )
import Network.Wai.Handler.Warp (Settings)
import qualified Network.Wai.Handler.Warp as Warp
import Network.Wai.Handler.Warp.Internal (runSettingsConnection)
import System.Posix.Signals (Handler (Catch), installHandler, sigINT)

-- | Serves until SIGTERM or SIGINT, then finishes the queries that have been received and ends the process [Q-29].
run :: IO a
run = do
  host <- fromMaybe "127.0.0.1" <$> Environment.get "QUERY_HOST"
  port <- Environment.get "QUERY_PORT" >>= maybe (pure 9476) portOf
  listener <- listening host port
  connections <- Socket.noneOpen
  let stop = Socket.stop connections >> close listener
  onTermination stop
  void (installHandler sigINT (Catch stop) Nothing)
  logLeftWork
  application <- answering
  runSettingsConnection settings (accepted settings connections listener) application
  endProcess 0

-- | warp's own messages to standard error are left out [LOG-4]. A connection on which nothing arrives is closed after 5
-- to 10 seconds [Q-28], because warp looks for such connections only every 5 seconds.
settings :: Settings
settings =
  Warp.setOnException (\_ _ -> pure ())
    . Warp.setServerName ""
    . Warp.setHTTP2Disabled
    . Warp.setTimeout 5
    $ Warp.defaultSettings

-- | The port of @QUERY_PORT@ [Q-21].
portOf :: Text -> IO Int
portOf text
  | Text.length text <= 5 && Text.all (\digit -> isAscii digit && isDigit digit) text && port >= 1 && port <= 65535 = pure port
  | otherwise = throwIO (failure QueryInvalidPort [("value", quoted text)])
  where
    port = read (Text.unpack text)

-- | A socket that listens on the first address of the host that the system allows.
listening :: Text -> Int -> IO Socket
listening host port = do
  addresses <- getAddrInfo (Just hints) (Just (Text.unpack host)) (Just (show port)) `catch` unresolved
  attempt addresses
  where
    hints = defaultHints{addrFlags = [AI_NUMERICSERV], addrSocketType = Stream}
    unresolved failed = throwIO (refused "ENOTFOUND" failed)
    attempt = \case
      [] -> throwIO (failure QueryListenFailed (named "ENOTFOUND"))
      address : others ->
        try (open address) >>= \case
          Right socket -> pure socket
          Left failed | null others -> throwIO (refused (reasonOf failed) failed)
          Left _ -> attempt others
    refused :: Text -> IOException -> BotyardError
    refused reason failed = because failed (failure QueryListenFailed (named reason))
    named reason = [("host", host), ("port", number port), ("reason", reason)]

open :: AddrInfo -> IO Socket
open address = do
  socket <- openSocket address
  prepared socket `onException` close socket
  pure socket
  where
    prepared socket = do
      setSocketOption socket ReuseAddr 1
      withFdSocket socket setCloseOnExecIfNeeded
      bind socket (addrAddress address)
      listen socket 1024
