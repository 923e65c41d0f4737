module Botyard.TestingSpec (spec) where

import qualified Botyard
import qualified Botyard.Input as Input
import qualified Botyard.Log as Log
import qualified Botyard.Query as Query
import qualified Botyard.Query.Request as Request
import qualified Botyard.State as State
import qualified Botyard.Stop as Stop
import Botyard.Testing (BotOptions (..), LogRecord (..), Metric (..), defaults, withBot)
import qualified Botyard.Testing as Testing
import Control.Concurrent (forkIO, threadDelay)
import Control.Concurrent.Async (concurrently_, mapConcurrently, withAsync)
import Control.Concurrent.MVar (newEmptyMVar, putMVar, takeMVar)
import Control.Exception (ErrorCall (..), bracket_, throwIO)
import Control.Monad (forM_, forever, replicateM, replicateM_, unless, void)
import Data.Aeson (Key, Value (..), object, (.=))
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Maybe (fromMaybe)
import Data.Text (Text)
import Data.Time.Calendar (fromGregorian)
import Data.Time.Clock (UTCTime (..), diffUTCTime)
import GHC.Conc (atomically)
import System.Exit (ExitCode (..), exitWith)
import System.IO.Error (ioeGetErrorString)
import System.Posix.Directory (removeDirectory)
import System.Posix.Env (getEnv, setEnv, unsetEnv)
import System.Posix.Temp (mkdtemp)
import System.Timeout (timeout)
import Test.Hspec

spec :: Spec
spec = do
  it "gives a bot its config, and has what it emits as values" $ do
    let look = do
          input <- Input.parse
          Botyard.metric "price" (object ["symbol" .= KeyMap.lookup "symbol" (Input.config input), "value" .= Number 187.5])
          Log.warn "slow"
          Log.infoWith "looked" (object ["bot" .= Input.botId input])
          looks <- maybe 1 (+ 1) <$> State.getAs "looks"
          State.set "looks" (looks :: Int)
          Botyard.successWithData "looked" (object ["looks" .= looks])
        morning = UTCTime (fromGregorian 2026 11 28) (9.5 * 3600 + 0.123456)
        at = "2026-11-28T09:30:00.123Z"
    withBot defaults{config = object ["symbol" .= text "AAPL"], botId = "mine", now = morning} $ \bot -> do
      Testing.result bot `shouldReturn` Nothing
      Testing.run bot look `shouldReturn` ExitSuccess
      Testing.metrics bot `shouldReturn` [Metric "price" (object ["symbol" .= text "AAPL", "value" .= Number 187.5]) at]
      Testing.logs bot
        `shouldReturn` [LogRecord "warn" "slow" Nothing at, LogRecord "info" "looked" (Just (object ["bot" .= text "mine"])) at]
      Testing.result bot
        `shouldReturn` Just (object ["status" .= text "success", "message" .= text "looked", "data" .= object ["looks" .= Number 1]])
    withBot defaults $ \bot -> do
      Testing.result bot `shouldReturn` Nothing
      State.list `shouldReturn` []

  forM_ [(0, 1), (60, 1), (61, 2), (180, 3)] $ \(seconds, beats) ->
    it ("asks a bot that waits for 60 s to stop after " <> show seconds <> " s") $
      withBot defaults{stopAfter = seconds} $ \bot -> do
        let beat = do
              stopped <- Stop.wait 0
              unless stopped $ Botyard.metric "beat" (object []) >> Stop.wait 60 >> beat
        Testing.run bot beat `shouldReturn` ExitSuccess
        length <$> Testing.metrics bot `shouldReturn` beats
        shown <- Testing.clock bot
        shown `diffUTCTime` now defaults `shouldBe` realToFrac seconds
        Stop.wait (1 / 0) `shouldReturn` True

  forM_ [(1, 9), (0.7, 6)] $ \(seconds, rounds) ->
    it ("asks a bot that waits for 0.1 s to stop after " <> show seconds <> " s, however the sums round") $
      withBot defaults{stopAfter = seconds} $ \bot -> do
        let look = do
              stopped <- Stop.wait 0.1
              unless stopped $ Botyard.metric "round" (object []) >> look
        Testing.run bot look `shouldReturn` ExitSuccess
        length <$> Testing.metrics bot `shouldReturn` fromInteger rounds
        shown <- Testing.clock bot
        shown `diffUTCTime` now defaults `shouldBe` fromInteger (rounds + 1) / 10

  it "lets even the shortest wait pass some time" . withBot defaults{stopAfter = 0.00001} $ \_ -> do
    told <- replicateM 10 (Stop.wait 1e-9)
    told `shouldBe` replicate 9 False <> [True]

  it "moves the clock exactly" . withBot defaults{stopAfter = 1 / 0} $ \bot -> do
    replicateM_ 3 (Stop.wait 0.1)
    Log.info "now"
    map logTimestamp <$> Testing.logs bot `shouldReturn` ["2026-01-01T00:00:00.300Z"]

  it "asks a bot to stop by a call, also one that waits for the transaction" . withBot defaults{stopAfter = 1 / 0} $ \bot -> do
    Stop.wait 3600 `shouldReturn` False
    Stop.wait (1 / 0) `shouldThrow` \(ErrorCall why) -> why == "the bot would never be asked to stop, because stopAfter is infinite"
    listening <- newEmptyMVar
    let listen = Stop.signal >>= \signal -> putMVar listening () >> atomically signal >> Log.info "stopped"
    ended <- withAsync (takeMVar listening >> Testing.stop bot) (const (Testing.run bot listen))
    ended `shouldBe` ExitSuccess
    messages bot `shouldReturn` ["stopped"]
    Stop.requested `shouldReturn` True

  it "has no result after a run that reports none" . withBot defaults $ \bot -> do
    Testing.run bot (Botyard.success "bought") `shouldReturn` ExitSuccess
    Testing.run bot (Log.info "nothing to do") `shouldReturn` ExitSuccess
    Testing.result bot `shouldReturn` Nothing

  it "ends the program by error, and not the test" . withBot defaults $ \bot -> do
    let look = Botyard.error "no price" >> Botyard.metric "price" (object [])
    forM_ [1, 2] $ \times -> do
      Testing.run bot look `shouldReturn` ExitFailure 1
      Testing.metrics bot `shouldReturn` []
      Testing.result bot `shouldReturn` Just (object ["status" .= text "error", "message" .= text "no price"])
      map (\record -> (logLevel record, logMessage record)) <$> Testing.logs bot `shouldReturn` replicate times ("error", "no price")

  it "ends the program by error in any of its threads" . withBot defaults $ \bot -> do
    let waits = forever (threadDelay 1000000)
        release = Log.info "released"
    Testing.run bot (bracket_ (pure ()) release (forkIO (Botyard.error "no price") >> waits)) `shouldReturn` ExitFailure 1
    Testing.run bot (concurrently_ (Botyard.error "no feed") waits) `shouldReturn` ExitFailure 1
    messages bot `shouldReturn` ["no price", "released", "no feed"]

  it "returns the exit code of a program that exits" . withBot defaults $ \bot ->
    Testing.run bot (exitWith (ExitFailure 7)) `shouldReturn` ExitFailure 7

  it "lets the other exceptions of a program reach the test" . withBot defaults $ \bot ->
    Testing.run bot (throwIO (userError "no such symbol")) `shouldThrow` \refused -> ioeGetErrorString refused == "no such symbol"

  it "asks handlers, which cannot change the state" $ do
    withBot defaults $ \bot -> do
      let program = do
            Query.handler "/shares" $ \request -> do
              times <- fromMaybe 1 <$> Request.getInteger request "times"
              maybe 0 (* times) <$> State.getAs "shares"
            Query.handler "/sell" (\_ -> State.set "shares" (0 :: Int))
            Query.handler "/reports" (\_ -> Botyard.success "done")
            Query.run
      forM_ [1, 2 :: Int] $ \_ -> Testing.run bot program `shouldReturn` ExitSuccess
      State.set "shares" (10 :: Int)
      Testing.ask bot "/shares" ["times" .= text "3"] `shouldReturn` object ["status" .= text "ok", "data" .= Number 30]
      code <$> Testing.ask bot "/shares" ["times" .= text "x"] `shouldReturn` Just "query.invalid_param"
      Testing.logs bot `shouldReturn` []
      code <$> Testing.ask bot "/sell" [] `shouldReturn` Just "query.handler_failed"
      map (fmap (member "type") . logData) <$> Testing.logs bot `shouldReturn` [Just (Just "BotyardError")]
      code <$> Testing.ask bot "/reports" [] `shouldReturn` Just "query.handler_failed"
      code <$> Testing.ask bot "/buy" [] `shouldReturn` Just "query.unknown_path"
      State.set "shares" (11 :: Int)
    withBot defaults $ \bot -> code <$> Testing.ask bot "/shares" [] `shouldReturn` Just "query.unknown_path"

  it "lets bots of several threads take turns" $ do
    let own number = object ["number" .= (number :: Int)]
        check number = withBot defaults{config = own number} $ \bot -> do
          replicateM_ 20 $ do
            (_, mine) <- Input.parseAs
            Botyard.metric "number" mine
            State.set "number" (mine :: Value)
          values <- map metricData <$> Testing.metrics bot
          kept <- State.get "number"
          pure (values, kept)
        expected number = (replicate 20 (own number), Just (own number))
    mapConcurrently check [1 .. 8] `shouldReturn` map expected [1 .. 8]

  it "refuses a second bot in one thread, which would wait for itself" $ do
    let second = withBot defaults (\_ -> pure ())
        refuses (ErrorCall why) = why == "another bot is entered in this thread; leave it first"
    withBot defaults $ \bot -> do
      second `shouldThrow` refuses
      Testing.run bot second `shouldThrow` refuses
    second

  it "leaves the turn to others if it cannot make a folder" $ do
    temporaryAt "/nonexistent" $ withBot defaults (\_ -> pure ()) `shouldThrow` anyIOException
    timeout 1000000 (withBot defaults (`Testing.run` pure ())) `shouldReturn` Just ExitSuccess

  it "includes the threads that the bot starts" . withBot defaults $ \bot -> do
    done <- newEmptyMVar
    void (forkIO (Log.info "here" >> putMVar done ()))
    takeMVar done
    messages bot `shouldReturn` ["here"]

  it "leaves no file" $ do
    place <- mkdtemp "/tmp/botyard-tests-"
    temporaryAt place . withBot defaults $ \_ -> State.set "shares" (10 :: Int) >> Botyard.success "bought"
    -- Fails unless the folder is empty.
    removeDirectory place

  it "leaves the process as it was" $ do
    setEnv "BOT_ID" "own" True
    setEnv "BOT_CONFIG" "{}" True
    withBot defaults $ \_ -> Input.botId <$> Input.parse `shouldReturn` "test-bot"
    Input.botId <$> Input.parse `shouldReturn` "own"
  where
    messages bot = map logMessage <$> Testing.logs bot
    code = member "code"
    temporaryAt place action = do
      own <- getEnv "TMPDIR"
      let restore = maybe (unsetEnv "TMPDIR") (\path -> setEnv "TMPDIR" path True) own
      bracket_ (setEnv "TMPDIR" place True) restore action

text :: Text -> Text
text = id

member :: Key -> Value -> Maybe Value
member key = \case
  Object members -> KeyMap.lookup key members
  _ -> Nothing
