-- | The bot and its queries, run without a platform.
module BotSpec (spec) where

import qualified Bot
import Botyard.Testing (BotOptions (..), LogRecord (..), Metric (..), defaults, withBot)
import qualified Botyard.Testing as Testing
import Crossover.Strategy
import Data.Aeson
import Data.Aeson.Types (parseMaybe)
import qualified Data.ByteString.Char8 as Char8
import Data.IORef (IORef, atomicModifyIORef', newIORef)
import Data.Map.Strict (Map, (!))
import Data.Maybe (fromMaybe)
import Data.Text (Text)
import qualified Data.Text as Text
import Expected
import Network.HTTP.Types (ok200)
import Network.Wai (Application, queryString, responseLBS)
import Network.Wai.Handler.Warp (testWithApplication)
import qualified Query
import System.Environment (setEnv, unsetEnv)
import System.Exit (ExitCode (..))
import Test.Hspec

spec :: Spec
spec = do
  it "looks until it is stopped, and its queries answer" $ do
    lives <- fixture "looks.json" :: IO (Map Text Life)
    let Life settings looks status signals performance = lives ! "the examples of crossover.md"
    history <- closes (symbol settings)
    days <- newIORef (map (textAt "at") looks)
    testWithApplication (pure (feed days history)) $ \port ->
      withBot defaults{config = configOf settings, stopAfter = 60 * fromIntegral (length looks)} $ \bot -> do
        setEnv "PRICE_FEED_URL" ("http://127.0.0.1:" <> show port)
        Testing.run bot Bot.main `shouldReturn` ExitSuccess
        emitted <- Testing.metrics bot
        [textAt "type" fired | Metric "signal" fired _ <- emitted] `shouldBe` concatMap tradesAt looks
        Testing.run bot Query.main `shouldReturn` ExitSuccess
        Testing.ask bot "/status" [] `shouldReturn` ok status
        Testing.ask bot "/signals" ["limit" .= Number 100] `shouldReturn` ok signals
        Testing.ask bot "/performance" [] `shouldReturn` ok performance

  it "logs a feed that does not answer, and asks it again" $
    withBot defaults{config = object ["update_interval_ms" .= Number 1000], stopAfter = 2} $ \bot -> do
      setEnv "PRICE_FEED_URL" "http://127.0.0.1:9"
      Testing.run bot Bot.main `shouldReturn` ExitSuccess
      map logMessage <$> Testing.logs bot `shouldReturn` replicate 2 "the price feed did not answer"
      Testing.metrics bot `shouldReturn` []

  it "fails without a feed, and says what to set" $
    withBot defaults $ \bot -> do
      unsetEnv "PRICE_FEED_URL"
      Testing.run bot Bot.main `shouldReturn` ExitFailure 1
      reported <- Testing.result bot
      textAt "message" <$> reported `shouldSatisfy` maybe False ("PRICE_FEED_URL is not set" `Text.isPrefixOf`)
  where
    ok answer = object ["status" .= String "ok", "data" .= answer]
    configOf settings =
      object
        [ "symbol" .= symbol settings
        , "short_period" .= shortPeriod settings
        , "long_period" .= longPeriod settings
        , "update_interval_ms" .= Number 60000
        ]

-- | The trades of the signals that are expected at a look.
tradesAt :: Value -> [Text]
tradesAt = fromMaybe [] . parseMaybe (withObject "a look" (\look -> map (textAt "type") <$> look .:? "signals" .!= []))

-- | Answers each request as the feed does on the next day.
feed :: IORef [Text] -> [Close] -> Application
feed days history request respond = do
  today <- atomicModifyIORef' days (\left -> (drop 1 left, take 1 left))
  let known = takeWhile ((<= today) . pure . day) history
      limit = case lookup "limit" (queryString request) of
        Just (Just digits) | Just (number, _) <- Char8.readInt digits -> number
        _ -> 0
      prices = [object ["date" .= day price, "close" .= close price] | price <- drop (length known - limit) known]
  respond (responseLBS ok200 [] (encode (object ["prices" .= prices])))
