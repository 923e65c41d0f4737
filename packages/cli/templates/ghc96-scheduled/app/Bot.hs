-- | A scheduled bot: it runs once for every tick of its schedule, and reports a result.
module Bot (main) where

import qualified Botyard
import qualified Botyard.Input as Input
import qualified Botyard.Log as Log
import qualified Botyard.State as State
import Data.Aeson (object, (.:), (.=))
import Data.Aeson.Types (parseEither)
import Data.Text (Text)
import qualified Data.Text as Text

main :: IO ()
main = do
  input <- Input.parse
  -- bot-schema.json guarantees that the config has a symbol.
  symbol <- either fail pure (parseEither (.: "symbol") (Input.config input)) :: IO Text
  runs <- maybe 1 (+ 1) <$> State.getAs "runs" :: IO Int
  Log.infoWith "running" (object ["bot" .= Input.botId input, "symbol" .= symbol])

  Botyard.metric "run" (object ["symbol" .= symbol, "count" .= runs])
  State.set "runs" runs
  Botyard.success ("looked at " <> symbol <> ", run " <> Text.pack (show runs))
