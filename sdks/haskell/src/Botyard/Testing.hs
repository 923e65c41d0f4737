-- | Runs a bot's code in a test, without a platform.
--
-- While 'withBot' runs an action, the functions of the SDK belong to its bot: they get its id and config, what they emit is
-- in its lists, and its state and result are in a temporary folder. Its clock moves only while the bot waits with
-- 'Botyard.Stop.wait', which returns at once.
--
-- > look :: IO ()
-- > look = do
-- >   symbol <- KeyMap.lookup "symbol" . Input.config <$> Input.parse
-- >   Botyard.metric "price" (object ["symbol" .= symbol, "value" .= (187.5 :: Double)])
-- >   stopped <- Stop.wait 60
-- >   if stopped then pure () else look
-- >
-- > main :: IO ()
-- > main = Testing.withBot Testing.defaults{Testing.config = object ["symbol" .= ("AAPL" :: Text)], Testing.stopAfter = 120} $ \bot -> do
-- >   print =<< Testing.run bot look -- ExitSuccess
-- >   prices <- Testing.metrics bot
-- >   print (map Testing.metricTimestamp prices) -- ["2026-01-01T00:00:00.000Z","2026-01-01T00:01:00.000Z"]
--
-- Bots in several threads take turns. The threads that a bot starts belong to it; what is left of them afterwards should not
-- use the SDK.
module Botyard.Testing
  ( withBot
  , BotOptions (..)
  , defaults
  , Bot

    -- * What a test does with a bot
  , run
  , ask
  , stop

    -- * What it has left
  , metrics
  , logs
  , result
  , clock
  , Metric (..)
  , LogRecord (..)
  ) where

import Botyard.Json.Write (bytes)
import qualified Botyard.Process.Files as Files
import qualified Botyard.Process.Test as Test
import Botyard.Query.Answer (answerOneShot, oneShotOf)
import Botyard.Query.OneShot (logFailure)
import Botyard.Query.Registry (restored)
import Botyard.Testing.Bot
import Botyard.Testing.Folder (withFolder)
import Botyard.Testing.Process (belonging, document, inTurn, processOf)
import Control.Concurrent (myThreadId)
import Control.Concurrent.Async (waitSTM, withAsync)
import Control.Exception (bracket_, handle)
import Data.Aeson (Value, encode, object)
import Data.Aeson.Types (Pair)
import qualified Data.ByteString.Lazy as Lazy
import Data.IORef (atomicModifyIORef', readIORef)
import Data.List (delete)
import Data.Text (Text)
import Data.Time.Clock (UTCTime)
import GHC.Conc (atomically, orElse, readTVar, readTVarIO, retry, writeTVar)
import System.Exit (ExitCode (..))

-- | Makes a bot, and runs the body of a test with it. What is done with the SDK meanwhile belongs to this bot, and its state
-- and its handlers of queries are gone afterwards.
--
-- > Testing.withBot Testing.defaults $ \_ -> State.set "runs" (1 :: Int) >> State.list >>= print -- ["runs"]
-- > Testing.withBot Testing.defaults $ \_ -> State.list >>= print -- []
--
-- It waits until a bot of another thread is left. Within one of the same thread it fails at once.
withBot :: BotOptions -> (Bot -> IO a) -> IO a
withBot given body = inTurn . withFolder $ \place -> do
  bot <- newBot given place
  restored (Test.with (processOf bot) (body bot))

-- | Runs a program of the bot until it ends, in a thread of its own, and returns its exit code.
--
-- 'Botyard.error' and 'Botyard.Query.run' end it, as 'System.Exit.exitWith' does; other exceptions of it reach the test.
-- Handlers that it registers are asked with 'ask'.
--
-- > Testing.withBot Testing.defaults $ \bot -> do
-- >   print =<< Testing.run bot (Botyard.error "no price" :: IO ()) -- ExitFailure 1
-- >   print . map Testing.logMessage =<< Testing.logs bot -- ["no price"]
--
-- Where the process would end at once, finalizers of the program run here.
run :: Bot -> IO a -> IO ExitCode
run bot program = do
  atomically (writeTVar (exitCode bot) Nothing)
  _ <- Files.remove (resultFile bot)
  handle pure . withAsync (belonging program) $ \running ->
    -- Any thread of the bot may end it.
    atomically ((readTVar (exitCode bot) >>= maybe retry (pure . codeOf)) `orElse` (ExitSuccess <$ waitSTM running))
  where
    codeOf number = if number == 0 then ExitSuccess else ExitFailure number

-- | Asks the handler of a query's path with parameters, and returns its answer as the platform gives it: @status@ is @ok@,
-- with @data@, or @error@, with @error@, the message, and @code@. A handler cannot change the state.
--
-- > Testing.withBot Testing.defaults $ \bot -> do
-- >   Query.handler "/double" (fmap (fmap (* 2)) . (`Request.getInteger` "n"))
-- >   print =<< Testing.ask bot "/double" ["n" .= (4 :: Int)] -- Object (fromList [("data",Number 8.0),("status",String "ok")])
ask :: Bot -> Text -> [Pair] -> IO Value
ask bot path params = do
  own <- myThreadId
  let change update = atomicModifyIORef' (answering bot) (\threads -> (update threads, ()))
  outcome <- bracket_ (change (own :)) (change (delete own)) $ answerOneShot path (Lazy.toStrict (encode (object params)))
  logFailure path outcome
  pure (document (bytes (fst (oneShotOf outcome))))

-- | Asks the bot to stop, as the platform does with SIGTERM; from any thread.
--
-- > Testing.withBot Testing.defaults $ \bot -> Testing.stop bot >> Stop.requested >>= print -- True
stop :: Bot -> IO ()
stop bot = atomically (writeTVar (asked bot) True)

-- | Returns what the bot has emitted, in order.
--
-- > Testing.withBot Testing.defaults $ \bot -> do
-- >   Botyard.metric "price" (object ["value" .= (187.5 :: Double)])
-- >   print . map Testing.metricData =<< Testing.metrics bot -- [Object (fromList [("value",Number 187.5)])]
metrics :: Bot -> IO [Metric]
metrics bot = reverse <$> readIORef (emitted bot)

-- | Returns what the bot has logged, in order.
--
-- > Testing.withBot Testing.defaults $ \bot -> do
-- >   Log.info "started" >> Log.warn "slow"
-- >   print . map Testing.logLevel =<< Testing.logs bot -- ["info","warn"]
logs :: Bot -> IO [LogRecord]
logs bot = reverse <$> readIORef (logged bot)

-- | Returns the result that the bot has reported last; 'Nothing' if its latest 'run' has reported none [RES-15].
--
-- > Testing.withBot Testing.defaults $ \bot -> do
-- >   Botyard.result (object ["orders" .= (3 :: Int)])
-- >   print =<< Testing.result bot -- Just (Object (fromList [("orders",Number 3.0)]))
result :: Bot -> IO (Maybe Value)
result bot = fmap document <$> Files.readFile (resultFile bot)

-- | Returns what the bot's clock shows.
--
-- > Testing.withBot Testing.defaults{Testing.stopAfter = 90} $ \bot -> do
-- >   _ <- Stop.wait 60
-- >   print =<< Testing.clock bot -- 2026-01-01 00:01:00 UTC
clock :: Bot -> IO UTCTime
clock = readTVarIO . clockOf
