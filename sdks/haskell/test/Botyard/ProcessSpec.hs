module Botyard.ProcessSpec (spec) where

import Data.Aeson (Value (..), object, (.=))
import qualified Data.Aeson.KeyMap as KeyMap
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import Data.Text (Text)
import Program
import System.Exit (ExitCode (..))
import Test.Hspec

spec :: Spec
spec = do
  it "writes lines in UTF-8 in any locale, behind what the bot has printed" $ do
    ended <- runBot [] "speaks"
    code ended `shouldBe` ExitSuccess
    [first, metric] <- pure (Char8.lines (out ended))
    first `shouldBe` "first"
    valueOf "data" (json metric) `shouldBe` Just (object ["value" .= (187.5 :: Double), "name" .= ("Zürich" :: Text)])
    valueOf "message" (json (err ended)) `shouldBe` Just "opened"
    result ended `shouldBe` Just (object ["status" .= ("success" :: Text), "message" .= ("done" :: Text), "data" .= [1 :: Int, 2]])

  it "refuses data that hides an exception, and writes nothing" $ do
    ended <- runBot [] "hides a failure in its data"
    code ended `shouldBe` ExitFailure 1
    out ended `shouldBe` ""
    err ended `shouldSatisfy` Bytes.isInfixOf "the data of metric \"price\" must be a JSON object: hidden [metric.invalid_data]"

  it "refuses data that is nested too deep for other readers" $ do
    ended <- runBot [] "has deep data"
    result ended `shouldBe` Nothing
    err ended `shouldSatisfy` Bytes.isInfixOf "it is nested deeper than 64 [result.invalid_data]"

  it "ends at once with error, from any thread and without finalizers" $ do
    ended <- runBot [] "fails in a thread"
    code ended `shouldBe` ExitFailure 1
    map (valueOf "message" . json) (Char8.lines (err ended)) `shouldBe` [Just "no price"]
    result ended `shouldBe` Just (object ["status" .= ("error" :: Text), "message" .= ("no price" :: Text)])

  it "flushes what the bot has printed before error ends it" $ do
    ended <- runBot [] "prints before it fails"
    out ended `shouldBe` "half a line"

  it "creates the directory of the state" $ do
    ended <- runBot [] "keeps"
    code ended `shouldBe` ExitSuccess
    valueOf "data" (json (out ended)) `shouldBe` Just (object ["value" .= (1 :: Int)])

  describe "as a one-shot query" $ do
    it "answers the query of QUERY_PATH" $ do
      ended <- runBot [("QUERY_PATH", "/limit"), ("QUERY_PARAMS", "{\"limit\":\"5\"}")] "answers"
      code ended `shouldBe` ExitSuccess
      result ended `shouldBe` Just (object ["status" .= ("ok" :: Text), "data" .= (5 :: Int)])

    it "logs where a handler called error" $ do
      ended <- runBot [("QUERY_PATH", "/fails")] "answers"
      code ended `shouldBe` ExitFailure 1
      result ended `shouldBe` failure "planted"
      Just (Object record) <- pure (valueOf "data" (json (err ended)))
      KeyMap.lookup "type" record `shouldBe` Just "ErrorCall"
      KeyMap.lookup "file" record `shouldBe` Just "test/Bot.hs"

    it "gives the own message of an exception, not what show adds" $ do
      ended <- runBot [("QUERY_PATH", "/throws")] "answers"
      result ended `shouldBe` failure "thrown"

    it "finds an exception inside an answer before it is written" $ do
      ended <- runBot [("QUERY_PATH", "/lazy")] "answers"
      result ended `shouldBe` failure "the answer of /lazy has no JSON form"

    it "detects a handler that can never answer" $ do
      ended <- runBot [("QUERY_PATH", "/waits")] "answers"
      result ended `shouldBe` failure "the handler of /waits never answered"

    it "does not change the state" $ do
      ended <- runBot [("QUERY_PATH", "/writes")] "answers"
      result ended `shouldBe` failure "state is read-only in a query process: set"
  where
    valueOf key = \case
      Object members -> KeyMap.lookup key members
      _ -> Nothing
    failure :: Text -> Maybe Value
    failure message = Just (object ["status" .= ("error" :: Text), "error" .= message, "code" .= ("query.handler_failed" :: Text)])
