-- | The computations of the crossover bot, as pure functions: no clock, no network, no state.
--
-- They follow @../crossover.md@ exactly, so that bots in other languages compute the same numbers.
module Crossover.Strategy
  ( -- * Settings
    Settings (..)
  , settingsOf

    -- * Closes
  , Close (..)
  , Measured (..)
  , Price (..)
  , Sma (..)
  , measure

    -- * Signals
  , Side (..)
  , Signal (..)
  , Trade (..)
  , sideOf
  , signalOf
  , timed

    -- * Arithmetic
  , rounded
  ) where

import Control.Monad (when)
import Data.Aeson
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Aeson.Types (parseEither)
import Data.List (foldl')
import Data.Text (Text)
import qualified Data.Text as Text

data Settings = Settings
  { symbol :: Text
  , shortPeriod :: Int
  , longPeriod :: Int
  , updateIntervalMs :: Int
  }
  deriving stock (Eq, Show)

instance FromJSON Settings where
  parseJSON = withObject "settings" $ \config ->
    Settings
      <$> config .:? "symbol" .!= "AAPL"
      <*> config .:? "short_period" .!= 5
      <*> config .:? "long_period" .!= 20
      <*> config .:? "update_interval_ms" .!= 60000

-- | Reads the config, with the defaults of missing settings; 'Left' says what is wrong.
settingsOf :: Object -> Either Text Settings
settingsOf config = do
  settings <- either (Left . Text.pack) Right (parseEither parseJSON (Object config))
  when (shortPeriod settings >= longPeriod settings) . Left $
    "short_period must be less than long_period, got " <> shown (shortPeriod settings) <> " and " <> shown (longPeriod settings)
  pure settings

shown :: Int -> Text
shown = Text.pack . show

-- | The closing price of a day. It was published at a time, if the feed says so; at its date otherwise.
data Close = Close
  { day :: Text
  , close :: Double
  , publishedAt :: Text
  }
  deriving stock (Eq, Show)

instance FromJSON Close where
  parseJSON = withObject "price" $ \price -> do
    date <- price .: "date"
    sent <- price .:? "time"
    let time = case sent of
          Just (String text) -> text
          _ -> date
    value <- price .: "close"
    pure (Close date value time)

-- | The data of a @price@ metric.
data Price = Price
  { priceSymbol :: Text
  , priceValue :: Double
  , priceChangePct :: Double
  , priceTime :: Text
  }

instance ToJSON Price where
  toJSON price =
    object
      [ "symbol" .= priceSymbol price
      , "value" .= priceValue price
      , "change_pct" .= priceChangePct price
      , "time" .= priceTime price
      ]

-- | The data of an @sma@ metric.
data Sma = Sma
  { smaSettings :: Settings
  , shortSma :: Double
  , longSma :: Double
  , smaTime :: Text
  }

instance ToJSON Sma where
  toJSON sma =
    object
      [ "symbol" .= symbol settings
      , "short_sma" .= shortSma sma
      , "long_sma" .= longSma sma
      , "short_period" .= shortPeriod settings
      , "long_period" .= longPeriod settings
      , "time" .= smaTime sma
      ]
    where
      settings = smaSettings sma

-- | A close with its averages.
data Measured = Measured
  { measuredOn :: Text
  , priceOf :: Price
  , smaOf :: Sma
  }

-- | The date, @price@ and @sma@ of the newest close; 'Nothing' if there is too little history.
measure :: Settings -> [Close] -> Maybe Measured
measure settings prices = case reverse newest of
  current : previous : _
    | length newest == longPeriod settings ->
      Just
        Measured
          { measuredOn = day current
          , priceOf =
              Price
                { priceSymbol = symbol settings
                , priceValue = rounded 2 (close current)
                , priceChangePct = rounded 3 ((close current - close previous) / close previous * 100)
                , priceTime = publishedAt current
                }
          , smaOf =
              Sma
                { smaSettings = settings
                , shortSma = average (drop (longPeriod settings - shortPeriod settings) newest)
                , longSma = average newest
                , smaTime = publishedAt current
                }
          }
  _ -> Nothing
  where
    newest = drop (length prices - longPeriod settings) prices

-- | The side of the short average, seen from the long one.
data Side = Above | Below
  deriving stock (Eq, Show)

instance ToJSON Side where
  toJSON = String . sideName

instance FromJSON Side where
  parseJSON = withText "side" $ \case
    "above" -> pure Above
    "below" -> pure Below
    other -> fail ("unknown side " <> Text.unpack other)

sideName :: Side -> Text
sideName = \case
  Above -> "above"
  Below -> "below"

-- | The side of the short average, or the one before if the two are equal.
sideOf :: Sma -> Maybe Side -> Maybe Side
sideOf sma before = case compare (shortSma sma) (longSma sma) of
  GT -> Just Above
  LT -> Just Below
  EQ -> before

data Trade = Buy | Sell
  deriving stock (Eq, Show)

instance ToJSON Trade where
  toJSON = \case
    Buy -> "BUY"
    Sell -> "SELL"

instance FromJSON Trade where
  parseJSON = withText "trade" $ \case
    "BUY" -> pure Buy
    "SELL" -> pure Sell
    other -> fail ("unknown trade " <> Text.unpack other)

-- | The data of a @signal@ metric without its time.
data Signal = Signal
  { trade :: Trade
  , signalSymbol :: Text
  , signalPrice :: Double
  , confidence :: Double
  , reason :: Text
  }
  deriving stock (Eq, Show)

instance ToJSON Signal where
  toJSON signal =
    object
      [ "type" .= trade signal
      , "symbol" .= signalSymbol signal
      , "price" .= signalPrice signal
      , "confidence" .= confidence signal
      , "reason" .= reason signal
      ]

instance FromJSON Signal where
  parseJSON = withObject "signal" $ \signal ->
    Signal
      <$> signal .: "type"
      <*> signal .: "symbol"
      <*> signal .: "price"
      <*> signal .: "confidence"
      <*> signal .: "reason"

-- | The data of a @signal@ metric.
timed :: Text -> Signal -> Value
timed time signal = case toJSON signal of
  Object members -> Object (KeyMap.insert "time" (String time) members)
  other -> other

-- | The signal of a close at which the short average crossed to this side.
signalOf :: Measured -> Side -> Signal
signalOf measured side =
  Signal
    { trade = if side == Above then Buy else Sell
    , signalSymbol = priceSymbol (priceOf measured)
    , signalPrice = priceValue (priceOf measured)
    , confidence = rounded 2 (min 0.95 (gap / (gap + onePercent)))
    , reason = "SMA(" <> shown (shortPeriod settings) <> ") crossed " <> sideName side <> " SMA(" <> shown (longPeriod settings) <> ")"
    }
  where
    sma = smaOf measured
    settings = smaSettings sma
    gap = abs (shortSma sma - longSma sma)
    onePercent = longSma sma / 100

average :: [Close] -> Double
average closes = rounded 4 (foldl' (+) 0 (map close closes) / fromIntegral (length closes))

-- | Rounds the exact value of a double to a number of decimals, the middle away from zero.
rounded :: Int -> Double -> Double
rounded digits x = fromRational (signum exact * fromInteger (floor (abs exact * scale + 1 / 2)) / scale)
  where
    exact = toRational x
    scale = 10 ^ digits
