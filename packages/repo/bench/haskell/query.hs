-- | Answers @/ping@, once or as a server.
module Main (main) where

import qualified Botyard.Query as Query
import Data.Aeson (object, (.=))

main :: IO ()
main = do
  Query.handler "/ping" (\_ -> pure (object ["pong" .= True]))
  Query.run
