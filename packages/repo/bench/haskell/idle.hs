-- | A realtime bot between two looks: it writes a metric and waits.
module Main (main) where

import qualified Botyard
import Control.Concurrent (threadDelay)
import Control.Monad (forever)
import Data.Aeson (object, (.=))
import Data.Text (Text)

main :: IO ()
main = do
  Botyard.metric "price" (object ["symbol" .= ("AAPL" :: Text), "value" .= (187.5 :: Double)])
  forever (threadDelay 3600000000)
