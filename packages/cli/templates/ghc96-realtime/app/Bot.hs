-- | A realtime bot: it runs until the platform stops it.
module Bot (main) where

import qualified Botyard
import qualified Botyard.Input as Input
import qualified Botyard.Log as Log
import qualified Botyard.State as State
import qualified Botyard.Stop as Stop
import Control.Monad (unless)
import Data.Aeson (FromJSON (..), object, withObject, (.:), (.=))
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
  (botId, config) <- Input.parseAs
  beats <- fromMaybe 0 <$> State.getAs "beats"
  Log.infoWith "started" (object ["bot" .= botId, "symbol" .= symbol config])
  beat config beats

beat :: Config -> Int -> IO ()
beat config before = do
  stopped <- Stop.requested
  unless stopped $ do
    let beats = before + 1
    Botyard.metric "beat" (object ["symbol" .= symbol config, "count" .= beats])
    State.set "beats" beats
    _ <- Stop.wait (intervalSeconds config)
    beat config beats
