-- | The query of a one-shot process.
module Botyard.Query.OneShot
  ( logFailure
  , run
  ) where

import Botyard.Process.Clock (now)
import qualified Botyard.Process.Environment as Environment
import Botyard.Process.Report (endWithAnswer)
import Botyard.Process.Streams (writeStderr)
import Botyard.Query.Answer (Outcome, answerOneShot, failureOf, oneShotOf)
import Botyard.Query.Failure (record)
import Control.Exception (IOException, handle)
import Data.Foldable (for_)
import Data.Maybe (fromMaybe)
import Data.Text (Text)

-- | Answers the query of this process and ends it [Q-16, Q-17].
run :: Text -> IO a
run path = do
  params <- fromMaybe "{}" <$> Environment.raw "QUERY_PARAMS"
  outcome <- answerOneShot path params
  logFailure path outcome
  uncurry endWithAnswer (oneShotOf outcome)

-- | Logs why a handler failed; a line that cannot be written changes nothing else [Q-38].
logFailure :: Text -> Outcome -> IO ()
logFailure path outcome = for_ (failureOf outcome) $ \(message, how) ->
  handle (\(_ :: IOException) -> pure ()) (now >>= writeStderr . record message (Just path) how)
