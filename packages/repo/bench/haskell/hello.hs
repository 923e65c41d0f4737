-- | The hello of warp.
module Main (main) where

import Network.HTTP.Types (status200)
import Network.Wai (responseLBS, strictRequestBody)
import Network.Wai.Handler.Warp (run)
import System.Environment (getEnv)

main :: IO ()
main = do
  port <- read <$> getEnv "QUERY_PORT"
  run port $ \request respond -> do
    _ <- strictRequestBody request
    respond (responseLBS status200 [("Content-Type", "application/json"), ("Content-Length", "13")] "{\"pong\":true}")
