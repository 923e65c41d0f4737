{-# LANGUAGE CApiFFI #-}

-- | Connections of the server.
module Botyard.Query.Server.Connection
  ( accepted
  ) where

import Botyard.Query.Server.Framing (Phase, Step (..), isInBody, start, step)
import Control.Concurrent (threadDelay)
import Control.Concurrent.STM (STM, TVar, atomically, orElse, readTVar, readTVarIO, retry)
import Control.Exception (IOException, finally, throwIO, try)
import Control.Monad (void)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Internal as Bytes (createAndTrim')
import Data.IORef (IORef, newIORef, readIORef, writeIORef)
import Data.Word (Word8)
import Foreign.C.Error (eAGAIN, eINTR, getErrno)
import Foreign.C.Types (CInt (..), CSize (..))
import Foreign.Ptr (Ptr)
import GHC.Conc (threadWaitReadSTM)
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
import System.Posix.Types (CSsize (..), Fd (..))

-- | Waits for the next connection, until the server stops.
accepted :: Settings -> TVar Bool -> Socket -> IO (Connection, SockAddr)
accepted settings stopping listener =
  try (accept listener) >>= \case
    Right (socket, peer) -> do
      -- A connection that the peer has closed meanwhile refuses the option.
      void (try @IOException (setSocketOption socket NoDelay 1))
      withFdSocket socket setCloseOnExecIfNeeded
      connection <- socketConnection settings socket
      received <- newIORef (start, Bytes.empty)
      pure (connection{connRecv = framed connection received (receive stopping socket)}, peer)
    Left (failed :: IOException) -> do
      stops <- readTVarIO stopping
      if stops
        then throwIO failed
        else do
          -- Out of descriptors or the like: the connections that end make room.
          threadDelay 10000
          accepted settings stopping listener

-- | Receives the next bytes that are certainly HTTP.
framed :: Connection -> IORef (Phase, ByteString) -> IO ByteString -> IO ByteString
framed connection received receiveMore = readIORef received >>= uncurry (\phase bytes -> go phase bytes (Bytes.null bytes))
  where
    go phase bytes needsMore
      | needsMore = do
        more <- receiveMore
        if not (Bytes.null more) then go phase (bytes <> more) False else ended phase bytes
      | otherwise = case step phase bytes of
        Emit text phase' later -> text <$ writeIORef received (phase', later)
        More phase' later -> go phase' later True
        Malformed -> do
          connSendAll connection "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
          throwIO ConnectionClosedByPeer
    ended phase bytes
      | isInBody phase = throwIO ConnectionClosedByPeer
      | otherwise = bytes <$ writeIORef received (phase, Bytes.empty)

-- | Receives what has arrived, or waits for it. Once the server stops, the input of a connection ends where it is: what
-- has arrived until then, also a request that waits behind another one, is read and answered, and then warp closes the
-- connection [Q-29].
receive :: TVar Bool -> Socket -> IO ByteString
receive stopping socket = withFdSocket socket go
  where
    go file = do
      (bytes, outcome) <- Bytes.createAndTrim' 16384 $ \buffer -> do
        size <- receiveNow file buffer 16384
        errno <- getErrno
        let kept = max 0 (fromIntegral size)
        pure (0, kept, if size >= 0 then Arrived else if errno == eAGAIN || errno == eINTR then Nothing' else Broken)
      case outcome of
        Arrived -> pure bytes
        Broken -> pure Bytes.empty
        Nothing' -> do
          stops <- readTVarIO stopping
          if stops then pure Bytes.empty else wait file >> go file
    wait file = do
      (readable, forget) <- threadWaitReadSTM (Fd file)
      atomically (readable `orElse` stopped) `finally` forget
    stopped :: STM ()
    stopped = readTVar stopping >>= \stops -> if stops then pure () else retry

-- | What one attempt to receive brought; no bytes that arrived are the end of the input.
data Attempt = Arrived | Nothing' | Broken

receiveNow :: CInt -> Ptr Word8 -> CSize -> IO CSsize
receiveNow file buffer size = c_recv file buffer size dontWait

foreign import capi unsafe "sys/socket.h recv" c_recv :: CInt -> Ptr Word8 -> CSize -> CInt -> IO CSsize
foreign import capi "sys/socket.h value MSG_DONTWAIT" dontWait :: CInt
