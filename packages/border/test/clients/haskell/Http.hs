import qualified Data.ByteString.Lazy.Char8 as Bytes
import Network.HTTP.Client (httpLbs, parseUrlThrow, responseBody)
import Network.HTTP.Client.TLS (newTlsManager)
import System.Environment (getArgs)

main :: IO ()
main = do
  [url] <- getArgs
  manager <- newTlsManager
  request <- parseUrlThrow url
  Bytes.putStrLn . responseBody =<< httpLbs request manager
