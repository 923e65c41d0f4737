-- | Two sides that are timed in turn.
module InTurn (arguments, inTurn) where

import Control.Monad (replicateM, replicateM_)
import Data.Aeson (encode, object, (.=))
import qualified Data.ByteString.Lazy as Lazy
import Data.Time.Clock (diffUTCTime, getCurrentTime)
import System.Environment (getArgs)
import System.IO (stderr)

-- | Runs two sides in turn and prints the nanoseconds of each call on standard error.
inTurn :: Int -> Int -> IO () -> IO () -> IO ()
inTurn rounds calls sdk bare = do
  times <- replicateM rounds ((,) <$> time sdk <*> time bare)
  Lazy.hPut stderr (encode (object ["sdk" .= map fst times, "bare" .= map snd times]) <> "\n")
  where
    time side = do
      began <- getCurrentTime
      replicateM_ calls side
      ended <- getCurrentTime
      pure (realToFrac (diffUTCTime ended began) * 1e9 / fromIntegral calls :: Double)

-- | The numbers that the command line gives.
arguments :: IO [Int]
arguments = map read <$> getArgs
