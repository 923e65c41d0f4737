-- | Times 'State.set' and a bare durable write of the same bytes in the same directory, in turn.
module Main (main) where

import qualified Botyard.State as State
import Control.Exception (bracket)
import Control.Monad (void)
import Data.Aeson (Value, encode, object, (.=))
import Data.ByteString (ByteString)
import qualified Data.ByteString.Lazy as Lazy
import Data.ByteString.Unsafe (unsafeUseAsCStringLen)
import Foreign.Ptr (castPtr)
import InTurn (arguments, inTurn)
import System.Environment (getEnv)
import System.Posix (Fd, OpenMode (ReadOnly), closeFd, createFile, defaultFileFlags, fdWriteBuf, openFd, rename)
import System.Posix.Unistd (fileSynchronise)

main :: IO ()
main = do
  given <- arguments
  directory <- getEnv "STATE_DIR"
  inTurn (head given) 1 (State.set "portfolio" value) (bare directory (Lazy.toStrict (encode value)))
  where
    trade = object ["symbol" .= ("AAPL" :: String), "price" .= (187.5 :: Double), "size" .= (10 :: Int)]
    value = object ["cash" .= (10250.75 :: Double), "trades" .= replicate 8 trade] :: Value

bare :: FilePath -> ByteString -> IO ()
bare directory document = do
  bracket (createFile temporary 0o666) closeFd $ \file -> write file >> fileSynchronise file
  rename temporary (directory <> "/bare")
  bracket (openFd directory ReadOnly Nothing defaultFileFlags) closeFd fileSynchronise
  where
    temporary = directory <> "/.bare"
    write :: Fd -> IO ()
    write file = void (unsafeUseAsCStringLen document (\(start, size) -> fdWriteBuf file (castPtr start) (fromIntegral size)))
