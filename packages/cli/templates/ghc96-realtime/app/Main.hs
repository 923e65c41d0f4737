-- | A realtime bot: it runs until the platform stops it.
module Main (main) where

import qualified Botyard
import qualified Botyard.Input as Input
import qualified Botyard.Log as Log
import qualified Botyard.State as State
import Control.Concurrent (threadDelay)
import Data.Aeson (FromJSON (..), Value (Object), object, withObject, (.:), (.=))
import Data.Aeson.Types (parseEither)
import Data.Maybe (fromMaybe)
import Data.Text (Text)

-- | What bot-schema.json guarantees about the config of an instance.
data Config = Config
  { symbol :: Text
  , intervalSeconds :: Double
  }

instance FromJSON Config where
  parseJSON = withObject "config" $ \config -> Config <$> config .: "symbol" <*> config .: "interval_seconds"

main :: IO ()
main = do
  input <- Input.parse
  config <- either fail pure (parseEither parseJSON (Object (Input.config input)))
  beats <- fromMaybe 0 <$> State.getAs "beats"
  Log.infoWith "started" (object ["bot" .= Input.botId input, "symbol" .= symbol config])
  beat config beats

beat :: Config -> Int -> IO ()
beat config before = do
  let beats = before + 1
  Botyard.metric "beat" (object ["symbol" .= symbol config, "count" .= beats])
  State.set "beats" beats
  threadDelay (round (intervalSeconds config * 1000000))
  beat config beats
