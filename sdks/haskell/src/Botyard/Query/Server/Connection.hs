-- | Connections of the server.
module Botyard.Query.Server.Connection
  ( accepted
  ) where

import Botyard.Query.Server.Framing (Phase, Step (..), isInBody, isOver, start, step)
import Botyard.Query.Server.Socket (Open, add, closeGently, hasStopped)
import Control.Concurrent (forkIO, threadDelay, threadWaitRead)
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
import Network.Socket.ByteString (recv)
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
      { connRecv = framed connection (receive socket) received
      , -- warp closes a connection a second time after a time-out.
        connClose = do
          before <- atomicModifyIORef' isClosed (True,)
          unless before . void . forkIO $ closeGently open socket
      }

-- | Receives the next bytes that are certainly HTTP.
framed :: Connection -> (Phase -> IO ByteString) -> IORef (Phase, ByteString) -> IO ByteString
framed connection receiving received = do
  (phase, bytes) <- readIORef received
  if Bytes.null bytes then more phase bytes else go phase bytes
  where
    go phase bytes = case step phase bytes of
      Emit text phase' later -> text <$ writeIORef received (phase', later)
      More phase' later -> more phase' later
      Malformed -> do
        connSendAll connection "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        throwIO ConnectionClosedByPeer
    more phase _ | isOver phase = throwIO ConnectionClosedByPeer
    more phase bytes = do
      -- A broken connection has no more input.
      arrived <- receiving phase `catch` \(_ :: IOException) -> pure Bytes.empty
      if Bytes.null arrived then ended phase bytes else go phase (bytes <> arrived)
    ended phase bytes
      | isInBody phase = throwIO ConnectionClosedByPeer
      | otherwise = bytes <$ writeIORef received (phase, Bytes.empty)

-- | Receives bytes into memory of the garbage collector. warp's own buffers are memory of C, which is freed only by a
-- collection of the whole heap, and that is rare, because the collector does not know how large they are.
receive :: Socket -> Phase -> IO ByteString
receive socket phase
  | isInBody phase = recv socket 16384
  | otherwise = do
    -- Between two requests the event loop is asked first, also if bytes have arrived: the runtime's loop then comes
    -- back to this thread before it waits. Otherwise it would begin to wait while this thread can run, and the runtime
    -- would wake another thread of the system to go on.
    withFdSocket socket (threadWaitRead . fromIntegral)
    recv socket 2048
