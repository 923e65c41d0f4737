-- | The bot and its queries, run without a platform.
module Main (main) where

import qualified Bot
import Botyard.Testing (BotOptions (..), defaults, metricData, withBot)
import qualified Botyard.Testing as Testing
import Data.Aeson (Value (..), object, (.=))
import qualified Query
import System.Exit (ExitCode (..))
import Test.Hspec

main :: IO ()
main = hspec $
  it "beats until it is asked to stop" $
    withBot defaults{config = given, stopAfter = 10} $ \bot -> do
      Testing.run bot Bot.main `shouldReturn` ExitSuccess
      map metricData <$> Testing.metrics bot `shouldReturn` [beat 1, beat 2]
      Testing.run bot Query.main `shouldReturn` ExitSuccess
      Testing.ask bot "/status" [] `shouldReturn` object ["status" .= String "ok", "data" .= status]
  where
    given = object ["symbol" .= String "AAPL", "interval_seconds" .= Number 5]
    beat count = object ["symbol" .= String "AAPL", "count" .= Number count]
    status = object ["symbol" .= String "AAPL", "beats" .= Number 2]
