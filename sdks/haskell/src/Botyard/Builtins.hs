-- | The queries that every bot answers.
module Botyard.Builtins
  ( answerOf
  , paths
  ) where

import Data.Aeson (Value, object, (.=))
import Data.Text (Text)

-- | Their paths.
paths :: [Text]
paths = ["/health", "/info"]

-- | The answer of a built-in query; it is given every path that the bot answers [BI-1, BI-2].
answerOf :: Text -> [Text] -> Maybe Value
answerOf path available = case path of
  "/health" -> Just (object ["status" .= ("ok" :: Text)])
  "/info" -> Just (object ["available_queries" .= available])
  _ -> Nothing
