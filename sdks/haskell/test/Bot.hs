-- | Bots that the tests start.
module Bot
  ( run
  ) where

import qualified Botyard
import qualified Botyard.Log as Log
import qualified Botyard.Query as Query
import qualified Botyard.Query.Request as Request
import qualified Botyard.State as State
import Control.Concurrent (forkIO, threadDelay)
import Control.Concurrent.MVar (newEmptyMVar, takeMVar)
import Control.Exception (finally, throwIO)
import Control.Monad (forever, void)
import Data.Aeson (Value, object, (.=))
import qualified Data.ByteString as Bytes
import Data.Text (Text)
import System.IO (stdout)

run :: String -> IO ()
run = \case
  "speaks" -> do
    Bytes.hPut stdout "first\n"
    Botyard.metric "price" (object ["value" .= (187.5 :: Double), "name" .= ("Zürich" :: Text)])
    Log.infoWith "opened" (object ["size" .= (3 :: Int)])
    Botyard.successWithData "done" [1 :: Int, 2]
  "hides a failure in its data" ->
    Botyard.metric "price" (object ["value" .= (error "hidden" :: Double)])
  "has deep data" -> Botyard.result (deep 65)
  "fails in a thread" -> do
    void (forkIO (Botyard.error "no price" `finally` Log.info "a finalizer ran"))
    forever (threadDelay 1000000)
  "prints before it fails" -> do
    Bytes.hPut stdout "half a line"
    Botyard.error "no price"
  "keeps" -> State.set "runs" (1 :: Int) >> State.get "runs" >>= Botyard.metric "runs" . object . pure . ("value" .=)
  "answers" -> do
    Query.handler "/limits" (\_ -> pure [10, 20 :: Int])
    Query.handler "/limit" (`Request.getInteger` "limit")
    Query.handler "/fails" (\_ -> error "planted" :: IO Int)
    Query.handler "/throws" (\_ -> throwIO (userError "thrown") :: IO Int)
    Query.handler "/lazy" (\_ -> pure [1, error "inside" :: Int])
    Query.handler "/waits" (\_ -> newEmptyMVar >>= takeMVar :: IO Int)
    Query.handler "/writes" (\_ -> State.set "k" (1 :: Int))
    Query.run
  other -> fail ("there is no bot " <> other)

deep :: Int -> Value
deep depth = iterate (\inside -> object ["a" .= inside]) (object []) !! (depth - 1)
