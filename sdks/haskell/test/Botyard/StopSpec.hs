module Botyard.StopSpec (spec) where

import Control.Concurrent (threadDelay)
import Control.Monad (unless)
import Data.Aeson (Value (..), object, (.=))
import qualified Data.Aeson.KeyMap as KeyMap
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import Data.Foldable (for_)
import Network.Socket
import qualified Network.Socket.ByteString as Socket
import Program (Ended (..), connected, folder, freePort, json, runBot, withBot)
import System.Exit (ExitCode (..))
import System.Posix.Signals (Signal, sigINT, sigTERM, signalProcess)
import System.Process (ProcessHandle, getPid, waitForProcess)
import System.Timeout (timeout)
import Test.Hspec

spec :: Spec
spec = do
  it "tells all that wait of SIGTERM, and lets the bot end by itself" . started "waits to be stopped" $ \path process -> do
    logged path "ready"
    terminate process
    ends process `shouldReturn` Just ExitSuccess
    written <- Bytes.readFile (path <> "/stdout")
    dataOf (json written) `shouldBe` Just (object ["both" .= [True, True], "now" .= (True, True)])

  it "waits no longer than it is told, whatever the time is" $ do
    ended <- runBot [] "waits without a request"
    dataOf (json (out ended)) `shouldBe` Just (object ["told" .= replicate 5 False])

  it "leaves SIGTERM as it was in a bot that does not ask for it" . started "does not ask" $ \path process -> do
    logged path "ready"
    terminate process
    ends process `shouldReturn` Just (ExitFailure (-15))

  it "calls a handler that was there before, one for a single signal only once" . started "has handlers of its own" $ \path process -> do
    logged path "ready"
    terminate process
    for_ ["own", "stopped"] (logged path)
    mapM_ (send process) [sigTERM, sigINT]
    ends process `shouldReturn` Just (ExitFailure (-2))
    messages <- messagesIn path
    length (filter (== "own") messages) `shouldBe` 1

  for_ ["answers", "stops and answers"] $ \bot ->
    it ("tells a query that a server is finishing, in a bot that " <> bot) . folder $ \path -> do
      port <- freePort
      withBot path [("QUERY_PORT", show port)] bot $ \process -> do
        connection <- connected port
        Socket.sendAll connection "GET /stops HTTP/1.1\r\nHost: x\r\n\r\n"
        logged path "waiting"
        terminate process
        answer <- Socket.recv connection 4096
        answer `shouldSatisfy` Bytes.isSuffixOf "\r\n\r\ntrue"
        close connection
        ends process `shouldReturn` Just ExitSuccess
  where
    started bot action = folder $ \path -> withBot path [] bot (action path)
    ends = timeout 5000000 . waitForProcess

terminate :: ProcessHandle -> IO ()
terminate process = send process sigTERM

send :: ProcessHandle -> Signal -> IO ()
send process signal = getPid process >>= mapM_ (signalProcess signal)

-- | Waits for a message in the log.
logged :: FilePath -> Value -> Expectation
logged path message = timeout 10000000 go `shouldReturn` Just ()
  where
    go = do
      messages <- messagesIn path
      unless (message `elem` messages) (threadDelay 3000 >> go)

messagesIn :: FilePath -> IO [Value]
messagesIn path = do
  text <- Bytes.readFile (path <> "/stderr")
  pure [message | line <- Char8.lines (whole text), Object members <- [json line], Just message <- [KeyMap.lookup "message" members]]
  where
    whole :: ByteString -> ByteString
    whole = fst . Char8.breakEnd (== '\n')

dataOf :: Value -> Maybe Value
dataOf = \case
  Object members -> KeyMap.lookup "data" members
  _ -> Nothing
