-- | Bots that the tests start.
module Bot
  ( run
  ) where

import qualified Botyard
import Botyard.Errors (BotyardError)
import qualified Botyard.Errors as Errors
import qualified Botyard.Log as Log
import qualified Botyard.Query as Query
import qualified Botyard.Query.Request as Request
import qualified Botyard.State as State
import qualified Botyard.Stop as Stop
import Control.Concurrent (forkIO, threadDelay)
import Control.Concurrent.Async (link, withAsync)
import Control.Concurrent.MVar (newEmptyMVar, putMVar, takeMVar)
import Control.Exception (SomeException, catch, finally, throwIO, toException, try)
import Control.Monad (forM_, forever, replicateM, void)
import Data.Aeson (Value (Null), object, (.=))
import qualified Data.ByteString as Bytes
import Data.Text (Text)
import qualified Data.Text as Text
import GHC.Conc (atomically)
import System.IO (hClose, stdout)
import System.Posix.Resource
  ( Resource (ResourceFileSize)
  , ResourceLimit (..)
  , ResourceLimits (..)
  , getResourceLimit
  , setResourceLimit
  )
import System.Posix.Signals (Handler (CatchOnce, Ignore), fileSizeLimitExceeded, installHandler, sigTERM)

run :: String -> IO ()
run = \case
  "speaks" -> do
    Bytes.hPut stdout "first\n"
    Botyard.metric "price" (object ["value" .= (187.5 :: Double), "name" .= ("Zürich" :: Text)])
    Log.infoWith "opened" (object ["size" .= (3 :: Int)])
    Botyard.successWithData "done" [1 :: Int, 2]
  "hides a failure in its data" ->
    Botyard.metric "price" (object ["value" .= (error "hidden" :: Double)])
  "writes the longest line" -> do
    let emit size = Botyard.metric "m" (object ["x" .= Text.replicate size "x"])
        -- What surrounds the text in the line.
        around = Bytes.length "{\"_metric\":\"m\",\"timestamp\":\"2026-11-20T14:30:00.123Z\",\"data\":{\"x\":\"\"}}"
    emit (65536 - around)
    emit (65537 - around)
  "runs out of space" -> do
    void (installHandler fileSizeLimitExceeded Ignore Nothing)
    State.set "k" (1 :: Int)
    unlimited <- getResourceLimit ResourceFileSize
    setResourceLimit ResourceFileSize unlimited{softLimit = ResourceLimit 100}
    refused <- try (Botyard.metric "first" (object ["x" .= Text.replicate 200 "x"]))
    lost <- try (State.set "k" (Text.replicate 200 "x"))
    setResourceLimit ResourceFileSize unlimited
    kept <- State.get "k"
    let codeOf = either (Errors.codeName . Errors.code) (const "accepted")
    Botyard.metric "second" (object ["metric" .= codeOf refused, "set" .= codeOf lost, "kept" .= kept])
  "closes its stream" -> hClose stdout >> Botyard.metric "m" (object [])
  "has deep data" -> Botyard.result (deep 65)
  "has a long result" -> Botyard.success (Text.replicate 1048576 "x")
  "has a list as its result" -> Botyard.result [1 :: Int]
  "logs at each level" -> do
    Log.debug "d" >> Log.info "i" >> Log.warn "w" >> Log.error "e"
    Log.infoWith "null" Null
    Log.infoWith "list" [1 :: Int]
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
    Query.handler "/reports" (\_ -> Botyard.success "done")
    Query.handler "/values" (pure . Request.values)
    Query.handler "/wraps" $ \request ->
      Request.getInteger request "limit" `catch` \refused ->
        throwIO (Errors.Caused (userError "no trades") (Errors.Caused (userError "no limit") (refused :: BotyardError)))
    Query.handler "/links" $ \request -> withAsync (Request.getInteger request "limit") $ \asked ->
      link asked >> newEmptyMVar >>= takeMVar :: IO Int
    Query.handler "/causes" (\_ -> throwIO (caused 9) :: IO Int)
    Query.handler "/few" (\_ -> throwIO (caused 2) :: IO Int)
    Query.handler "/turns" (\_ -> let turns = Errors.Caused (userError "round") turns in throwIO turns :: IO Int)
    Query.handler "/stops" (\_ -> Stop.requested >> Log.info "waiting" >> Stop.wait 60)
    Query.run
  "stops and answers" -> Stop.requested >> run "answers"
  "waits to be stopped" -> do
    stopped <- Stop.signal
    told <- newEmptyMVar
    forM_ [Stop.wait 60, True <$ atomically stopped] $ \waiting -> forkIO (waiting >>= putMVar told)
    ready
    both <- replicateM 2 (takeMVar told)
    now <- (,) <$> Stop.wait 60 <*> Stop.requested
    Botyard.metric "told" (object ["both" .= both, "now" .= now])
  "waits without a request" -> do
    told <- mapM Stop.wait [0, -5, 0 / 0, 1e-9, 0.01]
    Botyard.metric "told" (object ["told" .= told])
  "has handlers of its own" -> do
    void (installHandler sigTERM (CatchOnce (Log.info "own")) Nothing)
    ready
    void (Stop.wait 60)
    Log.info "stopped"
    threadDelay 60000000
  "does not ask" -> ready >> threadDelay 60000000
  other -> fail ("there is no bot " <> other)

ready :: IO ()
ready = Log.info "ready"

-- | An exception with as many causes.
caused :: Int -> SomeException
caused 0 = toException (userError (replicate 300 'm'))
caused left = toException (Errors.Caused (userError (show left)) (caused (left - 1)))

deep :: Int -> Value
deep depth = iterate (\inside -> object ["a" .= inside]) (object []) !! (depth - 1)
