{-# LANGUAGE DeriveGeneric #-}

-- | The record that the crossover bot keeps between looks, and the answers to its queries.
--
-- The record is a JSON object under one state key; @../crossover.md@ describes its fields. All functions are pure.
module Crossover.Record
  ( Record
  , Dated (..)
  , catchUp
  , key
  , mostNewCloses
  , resume
  , toEmit

    -- * Answers
  , performance
  , signals
  , status
  ) where

import Crossover.Strategy
import Data.Aeson
import Data.Aeson.KeyMap (KeyMap)
import qualified Data.Aeson.KeyMap as KeyMap
import Data.List (mapAccumL)
import Data.Maybe (catMaybes, fromMaybe, isNothing)
import Data.Text (Text)
import GHC.Generics (Generic)

-- | The key of the state.
key :: Text
key = "crossover"

-- | The maximum number of new closes in one look. With more, the record begins afresh.
mostNewCloses :: Int
mostNewCloses = 300

data Record = Record
  { recordFormat :: Int
  , recordSymbol :: Text
  , recordShortPeriod :: Int
  , recordLongPeriod :: Int
  , recordSince :: Maybe Text
  , recordDate :: Maybe Text
  , recordObservations :: Int
  , recordPrice :: Maybe Double
  , recordChangePct :: Maybe Double
  , recordShortSma :: Maybe Double
  , recordLongSma :: Maybe Double
  , recordSide :: Maybe Side
  , recordBuys :: Int
  , recordSells :: Int
  , recordSignals :: [Dated]
  , recordEntry :: Maybe Entry
  , recordTrades :: Int
  , recordWins :: Int
  , recordEquity :: Double
  }
  deriving stock (Eq, Generic, Show)

fields :: Int -> Options
fields prefix = defaultOptions{fieldLabelModifier = camelTo2 '_' . drop prefix}

instance ToJSON Record where
  toJSON = genericToJSON (fields 6)

instance FromJSON Record where
  parseJSON = genericParseJSON (fields 6)

-- | A signal with the date of its close.
data Dated = Dated
  { date :: Text
  , signal :: Signal
  }
  deriving stock (Eq, Show)

instance ToJSON Dated where
  toJSON dated = case toJSON (signal dated) of
    Object members -> Object (KeyMap.insert "date" (String (date dated)) members)
    other -> other

instance FromJSON Dated where
  parseJSON = withObject "signal" $ \members -> Dated <$> members .: "date" <*> parseJSON (Object members)

-- | An open paper trade.
data Entry = Entry
  { entryDate :: Text
  , entryPrice :: Double
  }
  deriving stock (Eq, Generic, Show)

instance ToJSON Entry where
  toJSON = genericToJSON (fields 5)

instance FromJSON Entry where
  parseJSON = genericParseJSON (fields 5)

-- | The stored record, or a new one if there is none for these settings; 'Left' if the value is not a record.
resume :: Settings -> Maybe Value -> Either Text Record
resume settings stored = case fromMaybe Null stored of
  Null -> Right (new settings)
  value@(Object members)
    | KeyMap.lookup "format" members == Just (Number 1)
    , Success record <- fromJSON value ->
      Right (if record `belongsTo` settings then record else new settings)
  _ -> Left "the state key \"crossover\" does not contain a crossover record: delete it to begin afresh"

new :: Settings -> Record
new settings =
  Record
    { recordFormat = 1
    , recordSymbol = symbol settings
    , recordShortPeriod = shortPeriod settings
    , recordLongPeriod = longPeriod settings
    , recordSince = Nothing
    , recordDate = Nothing
    , recordObservations = 0
    , recordPrice = Nothing
    , recordChangePct = Nothing
    , recordShortSma = Nothing
    , recordLongSma = Nothing
    , recordSide = Nothing
    , recordBuys = 0
    , recordSells = 0
    , recordSignals = []
    , recordEntry = Nothing
    , recordTrades = 0
    , recordWins = 0
    , recordEquity = 1
    }

belongsTo :: Record -> Settings -> Bool
belongsTo record settings =
  recordSymbol record == symbol settings
    && recordShortPeriod record == shortPeriod settings
    && recordLongPeriod record == longPeriod settings

-- | Takes all closes that are new, in order, and returns their signals. There must be at least as many closes as the long
-- period. The record begins afresh with the newest close if the feed has begun a new lap or if there are too many new
-- closes.
catchUp :: Settings -> [Close] -> Record -> (Record, [Dated])
catchUp settings prices record = catMaybes <$> mapAccumL take' start measured
  where
    seen = maybe 0 (\last' -> length (takeWhile ((<= last') . day) prices)) (recordDate record)
    continues = maybe False (day (last prices) >=) (recordDate record) && seen >= longPeriod settings
    (start, firstNew) = if continues then (record, seen) else (new settings, length prices - 1)
    measured = catMaybes [measure settings (take (newest + 1) prices) | newest <- [firstNew .. length prices - 1]]
    take' before one = takeClose one before

-- | What is measured at the closes later than the date of the stored record, or at least at the newest.
toEmit :: Settings -> Maybe Value -> [Close] -> [Measured]
toEmit settings stored prices = catMaybes [measure settings (take (newest + 1) prices) | newest <- [first .. length prices - 1]]
  where
    first = min (max old (longPeriod settings - 1)) (length prices - 1)
    old = case KeyMap.lookup "date" . objectOf =<< stored of
      Just (String date') -> length (takeWhile ((<= date') . day) prices)
      _ -> 0

-- | Takes one more close and returns its signal, if any.
takeClose :: Measured -> Record -> (Record, Maybe Dated)
takeClose measured before
  | isNothing (recordSide before) || side == recordSide before = (taken, Nothing)
  | otherwise = (maybe taken (`traded` taken) fired, fired)
  where
    side = sideOf (smaOf measured) (recordSide before)
    fired = Dated (measuredOn measured) . signalOf measured <$> side
    taken =
      before
        { recordSince = Just (fromMaybe (measuredOn measured) (recordSince before))
        , recordDate = Just (measuredOn measured)
        , recordObservations = recordObservations before + 1
        , recordPrice = Just (priceValue (priceOf measured))
        , recordChangePct = Just (priceChangePct (priceOf measured))
        , recordShortSma = Just (shortSma (smaOf measured))
        , recordLongSma = Just (longSma (smaOf measured))
        , recordSide = side
        }

-- | Records a signal and its paper trade: a BUY opens a trade, a SELL closes it.
traded :: Dated -> Record -> Record
traded fired before = case trade (signal fired) of
  Buy -> kept{recordBuys = recordBuys before + 1, recordEntry = Just (Entry (date fired) price)}
  Sell -> maybe sold (closed sold) (recordEntry before)
  where
    price = signalPrice (signal fired)
    all' = recordSignals before <> [fired]
    kept = before{recordSignals = drop (length all' - 100) all'}
    sold = kept{recordSells = recordSells before + 1, recordEntry = Nothing}
    closed record entry =
      record
        { recordTrades = recordTrades before + 1
        , recordWins = recordWins before + fromEnum (price > entryPrice entry)
        , recordEquity = recordEquity before * (price / entryPrice entry)
        }

-- | The answer to @/status@.
status :: Record -> Value
status record = Object (KeyMap.insert "last_signal" (toJSON newest) (KeyMap.filterWithKey (\name _ -> name `elem` shown) members))
  where
    newest = if null (recordSignals record) then Nothing else Just (last (recordSignals record))
    members = objectOf (toJSON record)
    shown = ["symbol", "short_period", "long_period", "since", "date", "price", "change_pct", "short_sma", "long_sma", "side", "observations"]

objectOf :: Value -> KeyMap Value
objectOf = \case
  Object members -> members
  _ -> KeyMap.empty

-- | The answer to @/signals@: the newest signals, newest first.
signals :: Int -> Record -> Value
signals limit record =
  object
    [ "signals" .= take limit (reverse (recordSignals record))
    , "total" .= (recordBuys record + recordSells record)
    ]

-- | The answer to @/performance@: the result of trading every signal.
performance :: Record -> Value
performance record =
  object
    [ "symbol" .= recordSymbol record
    , "buys" .= recordBuys record
    , "sells" .= recordSells record
    , "trades" .= recordTrades record
    , "wins" .= recordWins record
    , "return_pct" .= rounded 3 ((recordEquity record - 1) * 100)
    , "entry" .= recordEntry record
    ]
