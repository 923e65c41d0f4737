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
  it "counts its runs" $
    withBot defaults{config = object ["symbol" .= String "AAPL"]} $ \bot -> do
      Testing.run bot Bot.main `shouldReturn` ExitSuccess
      Testing.run bot Bot.main `shouldReturn` ExitSuccess
      map metricData <$> Testing.metrics bot `shouldReturn` [run 1, run 2]
      Testing.result bot
        `shouldReturn` Just (object ["status" .= String "success", "message" .= String "looked at AAPL, run 2"])
      Testing.run bot Query.main `shouldReturn` ExitSuccess
      Testing.ask bot "/status" [] `shouldReturn` object ["status" .= String "ok", "data" .= status]
  where
    run count = object ["symbol" .= String "AAPL", "count" .= Number count]
    status = object ["symbol" .= String "AAPL", "runs" .= Number 2]
