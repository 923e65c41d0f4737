-- | The sockets of connections.
module Botyard.Query.Server.Socket
  ( Open
  , add
  , closeGently
  , hasStopped
  , noneOpen
  , stop
  ) where

import Control.Concurrent.MVar (MVar, modifyMVar_, newMVar, readMVar, swapMVar)
import Control.Exception (IOException, finally, try)
import Control.Monad (unless, void)
import qualified Data.ByteString as Bytes
import Data.Foldable (traverse_)
import Data.IntMap.Strict (IntMap)
import qualified Data.IntMap.Strict as IntMap
import Data.Maybe (isNothing)
import Network.Socket (ShutdownCmd (..), Socket, close, shutdown, withFdSocket)
import Network.Socket.ByteString (recv)
import System.Timeout (timeout)

-- | The sockets that are open, by their descriptors; 'Nothing' once the server stops.
newtype Open = Open (MVar (Maybe (IntMap Socket)))

noneOpen :: IO Open
noneOpen = Open <$> newMVar (Just IntMap.empty)

-- | Adds the socket of a new connection.
add :: Open -> Socket -> IO ()
add (Open open) socket = withFdSocket socket $ \file ->
  modifyMVar_ open $ \case
    Just sockets -> pure (Just (IntMap.insert (fromIntegral file) socket sockets))
    Nothing -> Nothing <$ endInput socket

-- | Ends the input of all connections, of future ones too: what has arrived until now, also a request that waits behind
-- another one, is read and answered, and then warp closes the connection [Q-29].
stop :: Open -> IO ()
stop (Open open) = swapMVar open Nothing >>= traverse_ (traverse_ endInput)

hasStopped :: Open -> IO Bool
hasStopped (Open open) = isNothing <$> readMVar open

-- | The peer may have closed the connection meanwhile.
endInput :: Socket -> IO ()
endInput socket = void (try @IOException (shutdown socket ShutdownReceive))

-- | Closes a connection so that the peer can read its last answer: the system would discard the answer if it had to
-- discard bytes that the peer is still sending. Waits for these for at most a second.
closeGently :: Open -> Socket -> IO ()
closeGently (Open open) socket = do
  withFdSocket socket $ \file -> modifyMVar_ open (pure . fmap (IntMap.delete (fromIntegral file)))
  void (try @IOException (shutdown socket ShutdownSend >> timeout 1000000 drain)) `finally` close socket
  where
    drain = do
      bytes <- recv socket 16384
      unless (Bytes.null bytes) drain
