-- | The client of the price feed.
module Crossover.Feed
  ( Feed
  , PriceFeedError (..)
  , connectTo
  , newestPrices
  ) where

import Control.Exception (displayException, try)
import Control.Monad (unless, zipWithM_)
import Crossover.Strategy (Close (..))
import Data.Aeson
import Data.Aeson.Types (Parser, parseEither)
import qualified Data.ByteString.Char8 as Char8
import qualified Data.ByteString.Lazy as Lazy
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (encodeUtf8)
import Network.HTTP.Client
import Network.HTTP.Types.Status (statusCode)
import System.Timeout (timeout)

-- | The feed sent no prices. The reason has further details.
data PriceFeedError = PriceFeedError
  { message :: Text
  , reason :: Text
  }
  deriving stock (Eq, Show)

-- | The price feed at an address.
data Feed = Feed Text Manager

connectTo :: Text -> IO Feed
connectTo address = Feed (Text.dropWhileEnd (== '/') address) <$> newManager defaultManagerSettings

-- | Fetches the newest closes of a symbol, oldest first; fewer at the beginning of its history.
newestPrices :: Feed -> Text -> Int -> IO (Either PriceFeedError [Close])
newestPrices (Feed address manager) symbol limit =
  timeout 5000000 (try asked) >>= \case
    Nothing -> unanswered "no answer within 5 seconds"
    Just (Left failed) -> unanswered (Text.pack (displayException (failed :: HttpException)))
    Just (Right answer) -> pure (pricesOf (statusCode (responseStatus answer)) (responseBody answer))
  where
    unanswered = pure . Left . PriceFeedError "the price feed did not answer"
    asked = do
      request <- parseRequest (Text.unpack address <> "/v1/prices")
      let parameters = [("symbol", Just (encodeUtf8 symbol)), ("limit", Just (Char8.pack (show limit)))]
      httpLbs (setQueryString parameters request) manager

pricesOf :: Int -> Lazy.ByteString -> Either PriceFeedError [Close]
pricesOf status body
  | status < 200 || status > 299 = Left (refused status (decode body))
  | otherwise = either (Left . PriceFeedError "the price feed did not send a price list" . Text.pack) Right prices
  where
    prices = eitherDecode body >>= parseEither priceList

refused :: Int -> Maybe Refusal -> PriceFeedError
refused status = \case
  Just (Refusal code why) -> PriceFeedError (start <> " " <> code) why
  Nothing -> PriceFeedError start ("HTTP status " <> shown)
  where
    shown = Text.pack (show status)
    start = "the price feed refused: " <> shown

-- | What the feed answers to a request that it refuses: its code and its message.
data Refusal = Refusal Text Text

instance FromJSON Refusal where
  parseJSON = withObject "refusal" $ \answer -> Refusal <$> answer .: "code" <*> answer .: "message"

priceList :: Value -> Parser [Close]
priceList = withObject "price list" $ \answer -> do
  prices <- answer .: "prices"
  mapM_ bounded prices
  zipWithM_ ordered prices (drop 1 prices)
  pure prices
  where
    bounded price = unless (close price >= 0.0001 && close price < 1e12) . fail $ show (close price) <> " is not a price"
    ordered before after = unless (day after > day before) . fail $ show (day after) <> " follows " <> show (day before)
