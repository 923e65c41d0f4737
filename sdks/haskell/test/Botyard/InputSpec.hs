module Botyard.InputSpec (spec) where

import Botyard.Errors (ErrorCode (..), cause, code)
import Botyard.Input (botId, config, parse)
import Control.Exception (displayException, try)
import Data.Aeson (Value (..), object, (.=))
import Data.ByteString (ByteString)
import Data.Foldable (for_)
import Data.Scientific (scientific)
import System.Posix.Env.ByteString (setEnv, unsetEnv)
import System.Timeout (timeout)
import Test.Hspec

spec :: Spec
spec = before_ (setEnv "BOT_ID" "b1" True) $ do
  it "returns the identifier and the config, the last of duplicate keys" $ do
    setEnv "BOT_CONFIG" " {\"a\":1,\"b\":[true,null,\"\\ud83d\\ude00\"],\"a\":2.50}\n" True
    input <- parse
    botId input `shouldBe` "b1"
    Object (config input) `shouldBe` object ["a" .= Number (scientific 25 (-1)), "b" .= [Bool True, Null, String "😀"]]

  it "tells what is missing, first the identifier" $ do
    unsetEnv "BOT_CONFIG"
    codeOf parse `shouldReturn` Just InputMissingBotConfig
    setEnv "BOT_ID" "" True
    codeOf parse `shouldReturn` Just InputMissingBotId

  it "tells an array from an object" $ do
    setEnv "BOT_CONFIG" "[]" True
    codeOf parse `shouldReturn` Just InputConfigNotObject

  for_ invalid $ \text ->
    it ("refuses " <> show text) $ do
      setEnv "BOT_CONFIG" text True
      codeOf parse `shouldReturn` Just InputInvalidBotConfig

  it "gives the position of an error and quotes nothing" $ do
    setEnv "BOT_CONFIG" "{\n  \"key\": secret}" True
    Left failed <- try parse
    fmap displayException (cause failed) `shouldBe` Just "a character is unexpected at line 2 column 10"

  it "reads a number with a huge exponent at once" $ do
    setEnv "BOT_CONFIG" "{\"a\":1e-1000000000,\"b\":0e1000000000}" True
    read' <- timeout 1000000 parse
    fmap (Object . config) read' `shouldBe` Just (object ["a" .= Number 0, "b" .= Number 0])
  where
    codeOf action = either (Just . code) (const Nothing) <$> try action

invalid :: [ByteString]
invalid =
  [ "{\"a\":1,}"
  , "{\"a\":01}"
  , "{\"a\":+1}"
  , "{\"a\":1.}"
  , "{\"a\":.5}"
  , "{\"a\":1e}"
  , "{\"a\":NaN}"
  , "{\"a\":1e309}"
  , "{\"a\":-1.7976931348623159e308}"
  , "{\"a\":1e400}"
  , "{\"a\":1e1000000000}"
  , "{\"a\":\"\t\"}"
  , "{\"a\":\"\\x\"}"
  , "{\"a\":\"\\ud800\"}"
  , "{\"a\":\"\\ud800\\u0041\"}"
  , "{\"a\":\"\xff\"}"
  , "{\"a\":1} x"
  , "{\"a\":1"
  , "\xEF\xBB\xBF{}"
  , "{'a':1}"
  ]
