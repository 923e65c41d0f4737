-- | Answers queries about the bot. It can read the bot's state, but not change it.
module Query (main) where

import qualified Botyard.Query as Query
import qualified Botyard.State as State
import Data.Aeson (object, (.=))
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Maybe (fromMaybe)

main :: IO ()
main = do
  Query.handler "/status" $ \_ -> do
    config <- Query.getConfig
    beats <- fromMaybe (0 :: Int) <$> State.getAs "beats"
    pure (object ["symbol" .= KeyMap.lookup "symbol" config, "beats" .= beats])
  Query.run
