module Botyard.Query.RequestSpec (spec) where

import Botyard.Errors (BotyardError, message)
import qualified Botyard.Query.Request as Request
import Control.Exception (try)
import Data.Aeson (Value (..), encode, object, (.=))
import qualified Data.Aeson.KeyMap as KeyMap
import qualified Data.ByteString.Lazy as Lazy
import Data.Text (Text)
import Data.Text.Encoding (decodeUtf8)
import Test.Hspec
import Test.Hspec.QuickCheck (prop)
import Test.QuickCheck.Monadic (assert, monadicIO, run)

spec :: Spec
spec = do
  prop "returns every Int, as a number and as its text" $ \(number :: Int) -> monadicIO $ do
    found <- run (Request.getInteger (with (Number (fromIntegral number))) "k")
    ofText <- run (Request.getInteger (with (textOf number)) "k")
    assert (found == Just number && ofText == Just number)

  prop "returns every finite Double, as a number and as its text" $ \(number :: Double) -> monadicIO $ do
    ofText <- run (Request.getNumber (with (textOf number)) "k")
    assert (ofText == Just number)

  it "takes null for absent" $ do
    Request.get (with Null) "k" `shouldBe` Nothing
    Request.getString (with Null) "k" `shouldReturn` Nothing

  it "refuses text around a number, and names the parameter" $ do
    refused (Request.getInteger (with " 5") "k") `shouldReturn` Just "parameter \"k\" must be an integer, got \" 5\""
    refused (Request.getInteger (with "5.5") "k") `shouldReturn` Just "parameter \"k\" must be an integer, got \"5.5\""

  it "refuses an integer beyond Int without expanding it" $
    refused (Request.getInteger (with "1e300") "k") `shouldReturn` Just "parameter \"k\" must be an integer, got \"1e300\""

  it "reads a parameter as any type, and tells what the type expects" $ do
    Request.getAs @[Int] (with "[1,2]") "k" `shouldReturn` Just [1, 2]
    Request.getAs @Text (with "5") "k" `shouldReturn` Just "5"
    refused (Request.getAs @[Int] (with "x") "k") `shouldReturn` Just "parameter \"k\" must be an array, got \"x\""
    refused (Request.getAs @Double (with (Bool True)) "k") `shouldReturn` Just "parameter \"k\" must be a number, got true"

  it "returns all parameters" $
    Object (Request.values (with "v")) `shouldBe` object ["k" .= ("v" :: Text)]
  where
    with = Request.make "/q" . KeyMap.singleton "k"
    textOf number = String (decodeUtf8 (Lazy.toStrict (encode number)))

refused :: IO a -> IO (Maybe Text)
refused action = either (\(failed :: BotyardError) -> Just (message failed)) (const Nothing) <$> try action
