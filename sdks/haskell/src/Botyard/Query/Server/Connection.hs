{-# LANGUAGE CApiFFI #-}

-- | Connections of the server.
module Botyard.Query.Server.Connection
  ( accepted
  ) where

import Control.Concurrent (threadDelay)
import Control.Concurrent.STM (STM, TVar, atomically, orElse, readTVar, readTVarIO, retry)
import Control.Exception (IOException, finally, throwIO, try)
import Control.Monad (void)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Internal as Bytes (createAndTrim')
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
import Network.Wai.Handler.Warp (Settings)
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
      pure (connection{connRecv = receive stopping socket}, peer)
    Left (failed :: IOException) -> do
      stops <- readTVarIO stopping
      if stops
        then throwIO failed
        else do
          -- Out of descriptors or the like: the connections that end make room.
          threadDelay 10000
          accepted settings stopping listener

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
