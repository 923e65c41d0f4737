-- | A bot in a test, and what it leaves.
module Botyard.Testing.Bot
  ( Bot (..)
  , BotOptions (..)
  , LogRecord (..)
  , Metric (..)
  , defaults
  , microseconds
  , newBot
  , resultFile
  ) where

import Control.Concurrent (ThreadId)
import Data.Aeson (Value, object)
import Data.IORef (IORef, newIORef)
import Data.Text (Text)
import Data.Time.Calendar (fromGregorian)
import Data.Time.Clock (UTCTime (..))
import GHC.Conc (TVar, newTVarIO)
import System.Posix.ByteString.FilePath (RawFilePath)

-- | What a bot in a test is given.
--
-- > let options = Testing.defaults{Testing.config = object ["symbol" .= ("AAPL" :: Text)]}
-- > Testing.withBot options $ \_ -> Input.config <$> Input.parse >>= print -- fromList [("symbol",String "AAPL")]
data BotOptions = BotOptions
  { config :: Value
  -- ^ Its config, a JSON object.
  , botId :: Text
  -- ^ Its identifier.
  , now :: UTCTime
  -- ^ What its clock shows at first.
  , stopAfter :: Double
  -- ^ When the platform asks the bot to stop: as soon as it has waited for so many seconds in 'Botyard.Stop.wait'. 0 means
  -- at its first wait of more than 0 s, and infinity, @1 / 0@, not at all. Times count in whole microseconds.
  }
  deriving stock (Eq, Show)

-- | The config @{}@, the identifier @test-bot@, the beginning of 2026, and a stop at the first wait.
--
-- > Testing.withBot Testing.defaults $ \_ -> Input.botId <$> Input.parse >>= print -- "test-bot"
defaults :: BotOptions
defaults = BotOptions (object []) "test-bot" (UTCTime (fromGregorian 2026 1 1) 0) 0

-- | A metric that a bot has emitted.
--
-- > emitted <- Testing.withBot Testing.defaults $ \bot ->
-- >   Botyard.metric "price" (object ["value" .= (187.5 :: Double)]) >> Testing.metrics bot
-- > print (map Testing.metricType emitted) -- ["price"]
data Metric = Metric
  { metricType :: Text
  , metricData :: Value
  -- ^ A JSON object.
  , metricTimestamp :: Text
  -- ^ RFC 3339, in UTC to the millisecond.
  }
  deriving stock (Eq, Show)

-- | A record of a bot's log.
--
-- > logged <- Testing.withBot Testing.defaults $ \bot -> Log.warn "slow" >> Testing.logs bot
-- > print logged -- [LogRecord {logLevel = "warn", logMessage = "slow", logData = Nothing, logTimestamp = "2026-01-01T00:00:00.000Z"}]
data LogRecord = LogRecord
  { logLevel :: Text
  -- ^ @debug@, @info@, @warn@ or @error@.
  , logMessage :: Text
  , logData :: Maybe Value
  -- ^ A JSON object; 'Nothing' if none was given.
  , logTimestamp :: Text
  -- ^ RFC 3339, in UTC to the millisecond.
  }
  deriving stock (Eq, Show)

-- | A bot in a test.
--
-- > let count :: Testing.Bot -> IO Int
-- >     count bot = length <$> Testing.metrics bot
-- > Testing.withBot Testing.defaults count >>= print -- 0
data Bot = Bot
  { folder :: RawFilePath
  , options :: BotOptions
  , emitted :: IORef [Metric]
  -- ^ The newest first, here and in the log.
  , logged :: IORef [LogRecord]
  , clockOf :: TVar UTCTime
  , left :: TVar Double
  -- ^ The whole microseconds until it is asked to stop.
  , asked :: TVar Bool
  , exitCode :: TVar (Maybe Int)
  -- ^ How the SDK has ended its program.
  , answering :: IORef [ThreadId]
  }

newBot :: BotOptions -> RawFilePath -> IO Bot
newBot given place =
  Bot place given <$> newIORef [] <*> newIORef []
    <*> newTVarIO (now given)
    <*> newTVarIO (microseconds (max 0 (stopAfter given)))
    <*> newTVarIO False
    <*> newTVarIO Nothing
    <*> newIORef []

-- | A time in whole microseconds. As seconds, ten times 0.1 are less than 1.
microseconds :: Double -> Double
microseconds seconds
  | isInfinite seconds = seconds
  | otherwise = fromInteger (round (seconds * 1000000))

resultFile :: Bot -> RawFilePath
resultFile bot = folder bot <> "/result.json"
