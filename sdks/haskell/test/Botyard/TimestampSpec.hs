module Botyard.TimestampSpec (spec) where

import Botyard.Timestamp (timestamp)
import Data.ByteString.Builder (toLazyByteString)
import qualified Data.ByteString.Lazy.Char8 as Char8
import Data.Time.Clock.System (SystemTime (..), systemToUTCTime)
import Data.Time.Format (defaultTimeLocale, formatTime)
import Test.Hspec
import Test.Hspec.QuickCheck (prop)
import Test.QuickCheck (choose, forAll)

spec :: Spec
spec = do
  prop "writes the seconds as the time library does" $
    forAll (choose (0, 253402300799)) $ \seconds ->
      take 19 (written (MkSystemTime seconds 0))
        `shouldBe` formatTime defaultTimeLocale "%Y-%m-%dT%H:%M:%S" (systemToUTCTime (MkSystemTime seconds 0))

  it "has three digits of a fraction, truncated" $ do
    written (MkSystemTime 1763649000 123999999) `shouldBe` "2025-11-20T14:30:00.123Z"
    written (MkSystemTime 1763649000 999999) `shouldBe` "2025-11-20T14:30:00.000Z"
  where
    written = Char8.unpack . toLazyByteString . timestamp
