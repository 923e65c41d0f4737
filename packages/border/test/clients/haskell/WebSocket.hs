{-# LANGUAGE OverloadedStrings #-}

import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Lazy as Lazy
import Data.List (stripPrefix)
import Data.Maybe (fromJust)
import Data.Text (Text)
import qualified Data.Text.IO as Text
import Network.Connection
import Network.WebSockets
import Network.WebSockets.Stream (makeStream)
import System.Environment (getArgs)

main :: IO ()
main = do
  [url] <- getArgs
  Text.putStrLn =<< echo (takeWhile (/= '/') (fromJust (stripPrefix "wss://" url)))

-- | Debian has no wuss; it joins the two packages in the same way.
echo :: String -> IO Text
echo host = do
  context <- initConnectionContext
  tls <- connectTo context (ConnectionParams host 443 (Just (TLSSettingsSimple False False False)) Nothing)
  stream <- makeStream (received <$> connectionGetChunk tls) (mapM_ (connectionPut tls . Lazy.toStrict))
  runClientWithStream stream host "/" defaultConnectionOptions [] $ \connection -> do
    sendTextData connection ("hello" :: Text)
    receiveData connection
  where
    received chunk = if Bytes.null chunk then Nothing else Just chunk
