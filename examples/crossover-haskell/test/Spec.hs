-- | The pure functions against independently computed numbers.
module Main (main) where

import qualified Crossover.Record as Record
import Crossover.Strategy
import Data.Aeson
import qualified Data.ByteString.Char8 as Char8
import Data.Foldable (for_)
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Map.Strict (Map)
import qualified Data.Map.Strict as Map
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Text.Encoding as Text
import Test.Hspec

data Life = Life Settings [Value] Value Value Value

instance FromJSON Life where
  parseJSON = withObject "life" $ \life ->
    Life <$> life .: "settings" <*> life .: "looks" <*> life .: "status" <*> life .: "signals" <*> life .: "performance"

main :: IO ()
main = hspec $ do
  it "rounds exactly, and the middle away from zero" $ do
    vectors <- fixture "rounding.json"
    for_ (vectors :: [(Double, Int, Double)]) $ \(x, digits, expected) -> (x, digits, rounded digits x) `shouldBe` (x, digits, expected)

  it "has the history that was computed" $ do
    lives <- fixture "looks.json"
    for_ (Map.toList (lives :: Map Text Life)) $ \(_, Life settings looks status signals performance) -> do
      history <- closes (symbol settings)
      let start = either (error . Text.unpack) id (Record.resume settings Nothing)
      (shown, record) <- pure (lookAll settings history start looks)
      shown `shouldBe` looks
      Record.status record `shouldBe` status
      Record.signals 100 record `shouldBe` signals
      Record.performance record `shouldBe` performance

-- | What a bot shows at each look, and its last record.
lookAll :: Settings -> [Close] -> Record.Record -> [Value] -> ([Value], Record.Record)
lookAll settings history = go
  where
    go record = \case
      [] -> ([], record)
      look : later ->
        let at = textAt "at" look
            known = newest (takeWhile ((<= at) . day) history)
            emitted = Record.toEmit settings (decode (encode record)) known
            (shown, next) = case emitted of
              [] -> (object ["at" .= at, "closes" .= length known], record)
              first : _ ->
                let (taken, fired) = Record.catchUp settings known record
                    measured = last emitted
                 in ( object
                        [ "at" .= at
                        , "first" .= measuredOn first
                        , "date" .= measuredOn measured
                        , "price" .= priceOf measured
                        , "sma" .= smaOf measured
                        , "signals" .= fired
                        ]
                    , restored taken
                    )
            (others, last') = go next later
         in (shown : others, last')
    newest known = drop (length known - longPeriod settings - Record.mostNewCloses) known
    -- The record as the next process reads it.
    restored record = either (error . Text.unpack) id (Record.resume settings (decode (encode record)))

textAt :: Key -> Value -> Text
textAt name = \case
  Object members | Just (String text) <- KeyMap.lookup name members -> text
  _ -> ""

fixture :: FromJSON a => FilePath -> IO a
fixture name = eitherDecodeFileStrict ("../expected/fixtures/" <> name) >>= either fail pure

closes :: Text -> IO [Close]
closes name = map row . drop 1 . Char8.lines <$> Char8.readFile ("../price-feed/data/" <> Text.unpack name <> ".csv")
  where
    row line = case Text.splitOn "," (Text.decodeUtf8 line) of
      [on, price] | Just value <- decodeStrict (Text.encodeUtf8 price) -> Close on value on
      _ -> error ("not a close: " <> show line)
