{-# LANGUAGE CApiFFI #-}

-- | The sockets of connections.
module Botyard.Query.Server.Socket
  ( closeGently
  , receive
  ) where

import Control.Concurrent (threadWaitRead)
import Control.Concurrent.STM (STM, TVar, atomically, orElse, readTVar, readTVarIO, retry)
import Control.Exception (IOException, finally, try)
import Control.Monad (unless, void)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Internal as Bytes (createAndTrim')
import Data.Word (Word8)
import Foreign.C.Error (eAGAIN, eINTR, getErrno)
import Foreign.C.Types (CInt (..), CSize (..))
import Foreign.Ptr (Ptr)
import GHC.Conc (threadWaitReadSTM)
import Network.Socket (ShutdownCmd (ShutdownSend), Socket, close, shutdown, withFdSocket)
import System.Posix.Types (CSsize (..), Fd (..))
import System.Timeout (timeout)

-- | Receives what has arrived, or waits for it. Once the server stops, the input of a connection ends where it is: what
-- has arrived until then, also a request that waits behind another one, is read and answered, and then warp closes the
-- connection [Q-29].
receive :: TVar Bool -> Socket -> IO ByteString
receive stopping socket = withFdSocket socket go
  where
    go file =
      attempt file >>= \case
        Arrived bytes -> pure bytes
        Broken -> pure Bytes.empty
        Nothing' -> do
          stops <- readTVarIO stopping
          if stops then pure Bytes.empty else wait file >> go file
    wait file = do
      (readable, forget) <- threadWaitReadSTM (Fd file)
      atomically (readable `orElse` stopped) `finally` forget
    stopped :: STM ()
    stopped = readTVar stopping >>= \stops -> unless stops retry

-- | Closes a connection so that the peer can read its last answer: the system would discard the answer if it had to
-- discard bytes that the peer is still sending. Waits for these for at most a second.
closeGently :: Socket -> IO ()
closeGently socket = void (try @IOException (shutdown socket ShutdownSend >> timeout 1000000 drained)) `finally` close socket
  where
    drained = withFdSocket socket drain
    drain file =
      attempt file >>= \case
        Arrived bytes | not (Bytes.null bytes) -> drain file
        Nothing' -> threadWaitRead (Fd file) >> drain file
        _ -> pure ()

-- | What one attempt to receive brought; no bytes that arrived are the end of the input.
data Attempt = Arrived ByteString | Nothing' | Broken

attempt :: CInt -> IO Attempt
attempt file = do
  (bytes, outcome) <- Bytes.createAndTrim' 16384 $ \buffer -> do
    size <- receiveNow file buffer 16384 dontWait
    errno <- getErrno
    pure (0, max 0 (fromIntegral size), if size >= 0 then Arrived else const (failed errno))
  pure (outcome bytes)
  where
    failed errno = if errno == eAGAIN || errno == eINTR then Nothing' else Broken

foreign import capi unsafe "sys/socket.h recv" receiveNow :: CInt -> Ptr Word8 -> CSize -> CInt -> IO CSsize
foreign import capi "sys/socket.h value MSG_DONTWAIT" dontWait :: CInt
