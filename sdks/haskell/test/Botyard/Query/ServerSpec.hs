module Botyard.Query.ServerSpec (spec) where

import Control.Concurrent (threadDelay)
import Control.Exception (IOException, bracket, try)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import Network.Socket
import qualified Network.Socket.ByteString as Socket
import Program (folder, withBot)
import System.Exit (ExitCode (..))
import System.Posix.Signals (sigTERM, signalProcess)
import System.Process (getPid, waitForProcess)
import System.Timeout (timeout)
import Test.Hspec

spec :: Spec
spec = do
  it "answers queries on one connection" . served $ \connection _ -> do
    ask connection "GET /limits HTTP/1.1\r\nHost: x\r\n\r\n" `shouldReturn` ("HTTP/1.1 200 OK", "[10,20]")
    ask connection "POST /limit?limit=6 HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n{\"limit\":5}" `shouldReturn` ("HTTP/1.1 200 OK", "5")
    ask connection "GET /limit?limit=x HTTP/1.1\r\nHost: x\r\n\r\n"
      `shouldReturn` ("HTTP/1.1 400 Bad Request", "{\"status\":\"error\",\"error\":\"parameter \\\"limit\\\" must be an integer, got \\\"x\\\"\",\"code\":\"query.invalid_param\"}")

  it "keeps running when a handler fails" . served $ \connection _ -> do
    ask connection "GET /fails HTTP/1.1\r\nHost: x\r\n\r\n" `shouldReturn` ("HTTP/1.1 500 Internal Server Error", "{\"status\":\"error\",\"error\":\"planted\"}")
    ask connection "GET /health HTTP/1.1\r\nHost: x\r\n\r\n" `shouldReturn` ("HTTP/1.1 200 OK", "{\"status\":\"ok\"}")

  it "ends on SIGTERM although a connection is idle" . served $ \connection process -> do
    _ <- ask connection "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    Just pid <- getPid process
    signalProcess sigTERM pid
    timeout 5000000 (waitForProcess process) `shouldReturn` Just ExitSuccess
  where
    served action = folder $ \path -> do
      port <- freePort
      withBot path [("QUERY_PORT", show port)] "answers" $ \process ->
        bracket (connected port) close (`action` process)

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

-- | Sends a request; returns the first line and the body of the answer.
ask :: Socket -> ByteString -> IO (ByteString, ByteString)
ask connection request = Socket.sendAll connection request >> go Bytes.empty
  where
    go earlier = do
      more <- Socket.recv connection 4096
      let answer = earlier <> more
          (headers, body) = Bytes.drop 4 <$> Bytes.breakSubstring "\r\n\r\n" answer
          lengths = [size | line <- Char8.lines headers, Just text <- [Bytes.stripPrefix "Content-Length: " line], Just (size, _) <- [Char8.readInt text]]
      if [Bytes.length body] == lengths
        then pure (Char8.takeWhile (/= '\r') headers, body)
        else if Bytes.null more then fail (Char8.unpack answer) else go answer
