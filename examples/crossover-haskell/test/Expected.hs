-- | Independently computed numbers, and the closes of the feed.
module Expected
  ( Life (..)
  , closes
  , fixture
  , textAt
  ) where

import Crossover.Strategy
import Data.Aeson
import qualified Data.Aeson.KeyMap as KeyMap
import qualified Data.ByteString.Char8 as Char8
import Data.Text (Text)
import qualified Data.Text as Text
import qualified Data.Text.Encoding as Text

data Life = Life Settings [Value] Value Value Value

instance FromJSON Life where
  parseJSON = withObject "life" $ \life ->
    Life <$> life .: "settings" <*> life .: "looks" <*> life .: "status" <*> life .: "signals" <*> life .: "performance"

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
