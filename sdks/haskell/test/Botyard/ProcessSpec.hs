module Botyard.ProcessSpec (spec) where

import Control.Monad (forM_)
import Data.Aeson (Value (..), object, (.=))
import qualified Data.Aeson.KeyMap as KeyMap
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import Data.Foldable (toList)
import Data.Text (Text)
import qualified Data.Text as Text
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

  it "writes a line of 65536 bytes, and refuses a longer one" $ do
    ended <- runBot [] "writes the longest line"
    map Bytes.length (Char8.lines (out ended)) `shouldBe` [65536]
    err ended `shouldSatisfy` Bytes.isInfixOf "metric \"m\" is 65537 bytes as one line of JSON, more than 65536 [metric.too_large]"

  it "loses nothing but what it refuses when space has run out, and joins no line to a torn one" $ do
    ended <- runBot [] "runs out of space"
    code ended `shouldBe` ExitSuccess
    [torn, whole] <- pure (Char8.lines (out ended))
    Bytes.length torn `shouldBe` 100
    valueOf "data" (json whole)
      `shouldBe` Just (object ["metric" .= ("metric.write_failed" :: Text), "set" .= ("state.write_failed" :: Text), "kept" .= (1 :: Int)])

  it "refuses a stream that the bot has closed" $ do
    ended <- runBot [] "closes its stream"
    err ended `shouldSatisfy` Bytes.isInfixOf "cannot write metric \"m\" to standard output: EBADF [metric.write_failed]"

  it "refuses data that is nested too deep for other readers" $ do
    ended <- runBot [] "has deep data"
    result ended `shouldBe` Nothing
    err ended `shouldSatisfy` Bytes.isInfixOf "it is nested deeper than 64 [result.invalid_data]"

  it "refuses a result that is too long or not an object" $ do
    long <- runBot [] "has a long result"
    err long `shouldSatisfy` Bytes.isInfixOf "[result.too_large]"
    list <- runBot [] "has a list as its result"
    err list `shouldSatisfy` Bytes.isInfixOf "a result must be an object, got an array [result.invalid_data]"
    map result [long, list] `shouldBe` [Nothing, Nothing]

  it "names the level of each log line, and takes null for no data" $ do
    ended <- runBot [] "logs at each level"
    (lines', thrown) <- pure (splitAt 5 (Char8.lines (err ended)))
    map (valueOf "level" . json) lines' `shouldBe` map Just ["debug", "info", "warn", "error", "info"]
    map (valueOf "data" . json) lines' `shouldBe` replicate 5 Nothing
    Char8.unlines thrown `shouldSatisfy` Bytes.isInfixOf "[log.invalid_data]"

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

    it "answers as a refused parameter does if a failure wraps its error, whatever wraps that" $ do
      let refused = Just (object ["status" .= ("error" :: Text), "error" .= ("parameter \"limit\" must be an integer, got \"x\"" :: Text), "code" .= ("query.invalid_param" :: Text)])
      forM_ ["/wraps", "/links"] $ \path -> do
        ended <- runBot [("QUERY_PATH", path), ("QUERY_PARAMS", "{\"limit\":\"x\"}")] "answers"
        result ended `shouldBe` refused
        err ended `shouldBe` ""

    it "logs a failure with at most eight causes, each with its type and the beginning of its message" $ do
      ended <- runBot [("QUERY_PATH", "/causes")] "answers"
      result ended `shouldBe` failure "9"
      causesIn ended `shouldBe` [("IOException", Text.pack (show left)) | left <- [8, 7 .. 1 :: Int]]

    it "cuts the message of a cause after 250 characters" $ do
      ended <- runBot [("QUERY_PATH", "/few")] "answers"
      causesIn ended `shouldBe` [("IOException", "1"), ("IOException", Text.replicate 250 "m" <> "…")]

    it "comes to an end if the causes of a failure are a cycle" $ do
      ended <- runBot [("QUERY_PATH", "/turns")] "answers"
      causesIn ended `shouldBe` replicate 8 ("IOException", "round")

    it "names no cause of a failure without one" $ do
      ended <- runBot [("QUERY_PATH", "/fails")] "answers"
      (valueOf "data" (json (err ended)) >>= valueOf "cause") `shouldBe` Nothing

    it "neither changes the state nor reports a result" $ do
      written <- runBot [("QUERY_PATH", "/writes")] "answers"
      result written `shouldBe` failure "state is read-only in a query process: set"
      reported <- runBot [("QUERY_PATH", "/reports")] "answers"
      result reported `shouldBe` failure "success cannot be used in a query process"

    it "ends with 1 if the answer cannot be written" $ do
      ended <- runBot [("QUERY_PATH", "/limits"), ("RESULT_PATH", "/missing/deep/../result.json")] "answers"
      code ended `shouldBe` ExitFailure 1
      valueOf "message" (json (err ended)) `shouldBe` Just "cannot write the result to /missing/result.json: ENOENT"
  where
    valueOf key = \case
      Object members -> KeyMap.lookup key members
      _ -> Nothing
    causesIn :: Ended -> [(Text, Text)]
    causesIn ended = case valueOf "data" (json (err ended)) >>= valueOf "cause" of
      Just (Array causes) -> [(kind, text) | cause <- toList causes, Just (String kind) <- [valueOf "type" cause], Just (String text) <- [valueOf "message" cause]]
      _ -> []
    failure :: Text -> Maybe Value
    failure message = Just (object ["status" .= ("error" :: Text), "error" .= message, "code" .= ("query.handler_failed" :: Text)])
