-- | Connections of the server.
module Botyard.Query.Server.Connection
  ( accepted
  ) where

import Botyard.Query.Server.Framing (Phase, Step (..), isInBody, start, step)
import Botyard.Query.Server.Socket (closeGently, receive)
import Control.Concurrent (forkIO, threadDelay)
import Control.Concurrent.STM (TVar, readTVarIO)
import Control.Exception (IOException, throwIO, try)
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
accepted :: Settings -> TVar Bool -> Socket -> IO (Connection, SockAddr)
accepted settings stopping listener =
  try (accept listener) >>= \case
    Right (socket, peer) -> do
      -- A connection that the peer has closed meanwhile refuses the option.
      void (try @IOException (setSocketOption socket NoDelay 1))
      withFdSocket socket setCloseOnExecIfNeeded
      connection <- connected settings stopping socket
      pure (connection, peer)
    Left (failed :: IOException) -> do
      stops <- readTVarIO stopping
      if stops
        then throwIO failed
        else do
          -- Out of descriptors or the like: the connections that end make room.
          threadDelay 10000
          accepted settings stopping listener

connected :: Settings -> TVar Bool -> Socket -> IO Connection
connected settings stopping socket = do
  connection <- socketConnection settings socket
  received <- newIORef (start, Bytes.empty)
  isClosed <- newIORef False
  pure
    connection
      { connRecv = framed connection received (receive stopping socket)
      , -- warp closes a connection a second time after a time-out.
        connClose = do
          before <- atomicModifyIORef' isClosed (True,)
          unless before . void . forkIO $ closeGently socket
      }

-- | Receives the next bytes that are certainly HTTP.
framed :: Connection -> IORef (Phase, ByteString) -> IO ByteString -> IO ByteString
framed connection received receiveMore = do
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
      arrived <- receiveMore
      if Bytes.null arrived then ended phase bytes else go phase (bytes <> arrived)
    ended phase bytes
      | isInBody phase = throwIO ConnectionClosedByPeer
      | otherwise = bytes <$ writeIORef received (phase, Bytes.empty)
