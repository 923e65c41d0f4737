-- | The crossover bot's queries. They read the state that @Bot.hs@ writes.
module Query (main) where

import qualified Botyard.Query as Query
import qualified Botyard.Query.Request as Request
import qualified Botyard.State as State
import qualified Crossover.Record as Record
import Crossover.Strategy (settingsOf)
import Data.Maybe (fromMaybe)
import qualified Data.Text as Text

main :: IO ()
main = do
  Query.handler "/status" (\_ -> Record.status <$> remembered)
  Query.handler "/performance" (\_ -> Record.performance <$> remembered)
  Query.handler "/signals" $ \request -> do
    limit <- fromMaybe 10 <$> Request.getInteger request "limit"
    Record.signals limit <$> remembered
  Query.run

remembered :: IO Record.Record
remembered = do
  settings <- orFail . settingsOf =<< Query.getConfig
  orFail . Record.resume settings =<< State.get Record.key
  where
    orFail = either (fail . Text.unpack) pure
