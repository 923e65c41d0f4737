-- | Connections of the server.
module Botyard.Query.Server.Connection
  ( accepted
  ) where

import Botyard.Query.Server.Framing (Phase, Step (..), isInBody, start, step)
import Botyard.Query.Server.Socket (Open, add, closeGently, hasStopped)
import Control.Concurrent (forkIO, threadDelay)
import Control.Exception (IOException, catch, throwIO, try)
import Control.Monad (unless, void)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import Data.IORef (IORef, atomicModifyIORef', newIORef, readIORef, writeIORef)
import Network.Socket
  ( SockAddr
  , Socket
  , SocketOption (NoDelay)
  , accept
  , setCloseOnExecIfNeeded
  , setSocketOption
  , withFdSocket
  )
import Network.Wai.Handler.Warp (InvalidRequest (..), Settings)
import Network.Wai.Handler.Warp.Internal (Connection (..), socketConnection)

-- | Waits for the next connection, until the server stops.
accepted :: Settings -> Open -> Socket -> IO (Connection, SockAddr)
accepted settings open listener =
  try (accept listener) >>= \case
    Right (socket, peer) -> do
      -- A connection that the peer has closed meanwhile refuses the option.
      void (try @IOException (setSocketOption socket NoDelay 1))
      withFdSocket socket setCloseOnExecIfNeeded
      connection <- connected settings open socket
      pure (connection, peer)
    Left (failed :: IOException) -> do
      stops <- hasStopped open
      if stops
        then throwIO failed
        else do
          -- Out of descriptors or the like: the connections that end make room.
          threadDelay 10000
          accepted settings open listener

connected :: Settings -> Open -> Socket -> IO Connection
connected settings open socket = do
  add open socket
  connection <- socketConnection settings socket
  received <- newIORef (start, Bytes.empty)
  isClosed <- newIORef False
  pure
    connection
      { connRecv = framed connection received
      , -- warp closes a connection a second time after a time-out.
        connClose = do
          before <- atomicModifyIORef' isClosed (True,)
          unless before . void . forkIO $ closeGently open socket
      }

-- | Receives the next bytes that are certainly HTTP.
framed :: Connection -> IORef (Phase, ByteString) -> IO ByteString
framed connection received = do
  (phase, bytes) <- readIORef received
  if Bytes.null bytes then more phase bytes else go phase bytes
  where
    go phase bytes = case step phase bytes of
      Emit text phase' later -> text <$ writeIORef received (phase', later)
      More phase' later -> more phase' later
      Malformed -> do
        connSendAll connection "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        throwIO ConnectionClosedByPeer
    more phase bytes = do
      -- A broken connection has no more input.
      arrived <- connRecv connection `catch` \(_ :: IOException) -> pure Bytes.empty
      if Bytes.null arrived then ended phase bytes else go phase (bytes <> arrived)
    ended phase bytes
      | isInBody phase = throwIO ConnectionClosedByPeer
      | otherwise = bytes <$ writeIORef received (phase, Bytes.empty)
