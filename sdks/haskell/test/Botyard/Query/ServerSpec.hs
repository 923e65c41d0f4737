module Botyard.Query.ServerSpec (spec) where

import Control.Exception (bracket)
import Control.Monad (replicateM_)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import Data.Foldable (for_)
import Network.Socket
import qualified Network.Socket.ByteString as Socket
import Program (Ended (..), connected, folder, freePort, runBot, withBot)
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

  it "decodes the query string, which the body overrides" . served $ \connection _ -> do
    ask connection "POST /values?a=1+2&b=%2B&c=x&c=y HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n{\"a\":3}"
      `shouldReturn` ("HTTP/1.1 200 OK", "{\"a\":3,\"b\":\"+\",\"c\":\"y\"}")
    ask connection "GET /values?a=1+2 HTTP/1.1\r\nHost: x\r\n\r\n" `shouldReturn` ("HTTP/1.1 200 OK", "{\"a\":\"1 2\"}")

  it "tells an unknown path, and refuses other methods" . served $ \connection _ -> do
    (unknown, _) <- ask connection "GET /unknown HTTP/1.1\r\nHost: x\r\n\r\n"
    unknown `shouldBe` "HTTP/1.1 404 Not Found"
    ask connection "PUT /limits HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
      `shouldReturn` ("HTTP/1.1 405 Method Not Allowed", "{\"status\":\"error\",\"error\":\"method PUT is not allowed\",\"code\":\"query.method_not_allowed\"}")

  it "accepts a body of 1 MiB, and closes the connection after a larger one, also in chunks" . folder $ \path -> do
    port <- freePort
    let withLength, content :: Int -> ByteString
        withLength size = "POST /limits HTTP/1.1\r\nHost: x\r\nContent-Length: " <> Char8.pack (show size) <> "\r\n\r\n"
        content size = "{\"x\":\"" <> Char8.replicate (size - 8) 'x' <> "\"}"
        half = "80000\r\n" <> Char8.replicate 0x80000 ' ' <> "\r\n"
        chunks = "POST /limits HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" <> half <> half
        next = "GET /limits HTTP/1.1\r\nHost: x\r\n\r\n"
    withBot path [("QUERY_PORT", show port)] "answers" $ \_ -> do
      bracket (connected port) close $ \connection -> do
        fst <$> ask connection (withLength 1048576 <> content 1048576) `shouldReturn` "HTTP/1.1 200 OK"
        fst <$> ask connection (chunks <> "0\r\n\r\n") `shouldReturn` "HTTP/1.1 400 Bad Request"
      for_ [withLength 1048577, withLength 1048577 <> content 1048577, chunks <> "2\r\n{}\r\n0\r\n\r\n"] $ \large ->
        bracket (connected port) close $ \connection -> do
          fst <$> ask connection (large <> next) `shouldReturn` "HTTP/1.1 413 Request Entity Too Large"
          timeout 3000000 (Socket.recv connection 1) `shouldReturn` Just ""

  it "refuses a length with a sign, and closes the connection" . served $ \connection _ -> do
    fst <$> ask connection "POST /limits HTTP/1.1\r\nHost: x\r\nContent-Length: +2\r\n\r\n{}GET /limits HTTP/1.1\r\nHost: x\r\n\r\n"
      `shouldReturn` "HTTP/1.1 400 Bad Request"
    timeout 3000000 (Socket.recv connection 1) `shouldReturn` Just ""

  it "answers more queries than handlers may run at once" . served $ \connection _ ->
    replicateM_ 100 (ask connection "GET /health HTTP/1.1\r\nHost: x\r\n\r\n" `shouldReturn` ("HTTP/1.1 200 OK", "{\"status\":\"ok\"}"))

  it "keeps running when a handler fails, which it logs once" . folder $ \path -> do
    port <- freePort
    withBot path [("QUERY_PORT", show port)] "answers" $ \_ -> bracket (connected port) close $ \connection -> do
      ask connection "GET /fails HTTP/1.1\r\nHost: x\r\n\r\n" `shouldReturn` ("HTTP/1.1 500 Internal Server Error", "{\"status\":\"error\",\"error\":\"planted\"}")
      ask connection "GET /health HTTP/1.1\r\nHost: x\r\n\r\n" `shouldReturn` ("HTTP/1.1 200 OK", "{\"status\":\"ok\"}")
      logged <- Bytes.readFile (path <> "/stderr")
      length (Char8.lines logged) `shouldBe` 1

  it "refuses a port that is none" $ do
    ended <- runBot [("QUERY_PORT", "65536")] "answers"
    code ended `shouldBe` ExitFailure 1
    err ended `shouldSatisfy` Bytes.isInfixOf "QUERY_PORT must be a number from 1 to 65535, got \"65536\" [query.invalid_port]"

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
