-- | Times 'Botyard.metric' and the same bytes by a buffered write and flush of the handle, in turn.
module Main (main) where

import qualified Botyard
import Data.Aeson (ToJSON (..), object, (.=))
import qualified Data.ByteString as Bytes
import InTurn (arguments, inTurn)
import System.IO (BufferMode (BlockBuffering), hFlush, hSetBuffering, stdout)

data Price = Price String Double Double

instance ToJSON Price where
  toJSON (Price symbol value change) = object ["symbol" .= symbol, "value" .= value, "change_pct" .= change]

main :: IO ()
main = do
  given <- arguments
  hSetBuffering stdout (BlockBuffering Nothing)
  inTurn (head given) (given !! 1) (Botyard.metric "price" (Price "AAPL" 187.5 0.125)) (Bytes.hPut stdout line >> hFlush stdout)
  where
    line =
      "{\"_metric\":\"price\",\"timestamp\":\"2026-01-01T00:00:00.000Z\","
        <> "\"data\":{\"symbol\":\"AAPL\",\"value\":187.5,\"change_pct\":0.125}}\n"
