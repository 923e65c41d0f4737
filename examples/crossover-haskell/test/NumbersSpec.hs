-- | The pure functions against independently computed numbers.
module NumbersSpec (spec) where

import qualified Crossover.Record as Record
import Crossover.Strategy
import Data.Aeson
import Data.Foldable (for_)
import Data.Map.Strict (Map)
import qualified Data.Map.Strict as Map
import Data.Text (Text)
import qualified Data.Text as Text
import Expected
import Test.Hspec

spec :: Spec
spec = do
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
