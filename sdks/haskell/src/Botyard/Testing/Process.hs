-- | What the SDK uses in place of the process for a bot in a test.
module Botyard.Testing.Process
  ( belonging
  , document
  , inTurn
  , processOf
  ) where

import Botyard.Json.Read (readJson)
import Botyard.Process.Test (TestProcess (..))
import Botyard.Testing.Bot (Bot (..), BotOptions (..), LogRecord (..), Metric (..), microseconds, resultFile)
import Control.Concurrent (ThreadId, myThreadId)
import Control.Concurrent.MVar (MVar, newMVar, withMVar)
import Control.Exception (AsyncException (ThreadKilled), ErrorCall (..), bracket_, throw, throwIO)
import qualified Control.Exception as Exception
import Control.Monad (when)
import Data.Aeson (Object, Value, encode, withObject, (.:), (.:?))
import Data.Aeson.Types (Parser, parseEither)
import Data.ByteString (ByteString)
import qualified Data.ByteString.Lazy as Lazy
import Data.IORef (IORef, atomicModifyIORef', newIORef, readIORef, writeIORef)
import Data.Maybe (fromMaybe)
import Data.Text.Encoding (encodeUtf8)
import Data.Time.Clock (addUTCTime)
import Data.Time.Clock.System (utcToSystemTime)
import Data.Void (Void)
import GHC.Conc (STM, atomically, readTVar, readTVarIO, throwSTM, writeTVar)
import System.IO.Unsafe (unsafePerformIO)

-- | Ends a program in place of the process. It is asynchronous, so that bot code that handles only synchronous exceptions
-- lets it pass.
newtype Ended = Ended Int

instance Show Ended where
  showsPrec _ (Ended code) = showString "the bot ended with exit code " . shows code

instance Exception.Exception Ended where
  toException = Exception.asyncExceptionToException
  fromException = Exception.asyncExceptionFromException

-- | Waits until no other test has the SDK, and fails in a thread that has it itself.
inTurn :: IO a -> IO a
inTurn action = do
  own <- myThreadId
  isWithin <- elem own <$> readIORef members
  when isWithin $ throwIO (ErrorCall "another bot is entered in this thread; leave it first")
  withMVar turn $ \_ -> bracket_ (writeIORef members [own]) (writeIORef members []) action

-- | Runs a program in a thread of its own for the bot that has the SDK.
belonging :: IO a -> IO a
belonging program = do
  own <- myThreadId
  atomicModifyIORef' members (\others -> (own : others, ()))
  program

turn :: MVar ()
turn = unsafePerformIO (newMVar ())
{-# NOINLINE turn #-}

-- | The threads of the test and of the programs that it runs.
members :: IORef [ThreadId]
members = unsafePerformIO (newIORef [])
{-# NOINLINE members #-}

processOf :: Bot -> TestProcess
processOf bot =
  TestProcess
    { environment = (`lookup` variables)
    , isAnswering = elem <$> myThreadId <*> readIORef (answering bot)
    , takeMetric = takenAs (emitted bot) $ \line ->
        Metric <$> line .: "_metric" <*> line .: "data" <*> line .: "timestamp"
    , takeLog = takenAs (logged bot) $ \line ->
        LogRecord <$> line .: "level" <*> line .: "message" <*> line .:? "data" <*> line .: "timestamp"
    , time = utcToSystemTime <$> readTVarIO (clockOf bot)
    , end = ended bot
    , stopFlag = asked bot
    , wait = atomically . waited bot
    }
  where
    variables =
      [ ("BOT_ID", encodeUtf8 (botId (options bot)))
      , ("BOT_CONFIG", Lazy.toStrict (encode (config (options bot))))
      , ("RESULT_PATH", resultFile bot)
      , ("STATE_DIR", folder bot <> "/state")
      ]

-- | Puts a line of the SDK before others.
takenAs :: IORef [a] -> (Object -> Parser a) -> ByteString -> IO ()
takenAs taken parser line = atomicModifyIORef' taken (\before -> (value : before, ()))
  where
    value = either error id (parseEither (withObject "a line" parser) (document line))

-- | What the SDK has written itself.
document :: ByteString -> Value
document = either throw id . readJson

-- | Ends the program of 'Botyard.Testing.run', and at once the thread by which it was ended.
ended :: Bot -> Int -> IO Void
ended bot code = do
  atomically $ readTVar (exitCode bot) >>= writeTVar (exitCode bot) . Just . fromMaybe code
  isMember <- elem <$> myThreadId <*> readIORef members
  -- GHC reports no other exception that ends a thread of the bot without a word.
  if isMember then throwIO (Ended code) else throwIO ThreadKilled

waited :: Bot -> Double -> STM Bool
waited bot seconds = do
  before <- readTVar (asked bot)
  when (not before && seconds > 0) $ do
    most <- readTVar (left bot)
    let moved = min (max 1 (microseconds seconds)) most
    when (isInfinite moved) . throwSTM $
      ErrorCall "the bot would never be asked to stop, because stopAfter is infinite"
    readTVar (clockOf bot) >>= writeTVar (clockOf bot) . addUTCTime (fromInteger (round moved) / 1000000)
    writeTVar (left bot) (most - moved)
    writeTVar (asked bot) (moved == most)
  readTVar (asked bot)
