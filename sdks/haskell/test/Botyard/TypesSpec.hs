{-# LANGUAGE DataKinds #-}
{-# LANGUAGE DeriveAnyClass #-}
{-# LANGUAGE DeriveGeneric #-}

module Botyard.TypesSpec (spec) where

import Botyard.Errors (BotyardError, cause, message)
import qualified Botyard.Input as Input
import qualified Botyard.Query.Request as Request
import qualified Botyard.State as State
import Control.Exception (displayException, try)
import Data.Aeson
import qualified Data.Aeson.KeyMap as KeyMap
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Lazy as Lazy
import Data.Char (toLower)
import Data.Fixed (Centi, Deci, Fixed (..), Uni)
import Data.Foldable (for_)
import Data.Int (Int8)
import Data.Map.Strict (Map)
import qualified Data.Map.Strict as Map
import Data.Scientific (Scientific, scientific)
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Word (Word8)
import GHC.Generics (Generic)
import Program (folder)
import System.Directory (createDirectory)
import System.Posix.Env (setEnv)
import System.Timeout (timeout)
import Test.Hspec

data Side = Buy | Sell
  deriving stock (Eq, Show, Generic)

instance FromJSON Side where
  parseJSON = genericParseJSON defaultOptions{constructorTagModifier = map toLower}

data Leg = Leg {price :: Double, size :: Word8}
  deriving stock (Eq, Show, Generic)
  deriving anyclass (FromJSON)

data Position = Position {symbol :: Text, side :: Maybe Side, open :: Maybe Bool, legs :: [Leg]}
  deriving stock (Eq, Show, Generic)
  deriving anyclass (FromJSON)

data Costs = Costs {fee :: Centi, share :: Float}
  deriving stock (Eq, Show, Generic)
  deriving anyclass (FromJSON)

newtype Percent = Percent Int
  deriving stock (Eq, Show)

-- | Its message quotes the value.
instance FromJSON Percent where
  parseJSON = withScientific "percent" (\found -> if found > 100 then fail ("more than 100: " <> show found) else pure (Percent (truncate found)))

spec :: Spec
spec = do
  describe "of the state" $ do
    for_ misfits $ \(given, said) ->
      it ("refuses " <> show given <> " with the path and what is expected") . stored given $
        refusal (State.getAs @Position "k") `shouldReturn` Just ("the value of state key \"k\" is of another type: " <> said)

    it "accepts integers in any notation, and leaves out what may be missing" . stored "{\"symbol\":\"x\",\"legs\":[{\"price\":1,\"size\":25.5e1}]}" $
      State.getAs "k" `shouldReturn` Just (Position "x" Nothing Nothing [Leg 1 255])

    it "refuses an integer that its type does not hold" . stored "128" $ do
      State.getAs @Int "k" `shouldReturn` Just 128
      refusal (State.getAs @Int8 "k")
        `shouldReturn` Just "the value of state key \"k\" is of another type: it must be an integer from -128 to 127, got a number"

    it "writes keys that are no names in quotes, and leaves the words of a type as they are" . stored "{\"a b\":[1,101]}" $
      refusal (State.getAs @(Map Text [Percent]) "k")
        `shouldReturn` Just "the value of state key \"k\" is of another type: [\"a b\"][1] does not fit: more than 100: 101.0"

    for_
      [ ("9007199254740993", refusal (State.getAs @Double "k"), "it must be a number that a Double holds")
      , ("[[1,2.5],[2,9007199254740993]]", refusal (State.getAs @[(Int, Double)] "k"), "[1][1] must be a number that a Double holds")
      , ("{\"a\":[16777216,16777217]}", refusal (State.getAs @(Map Text [Float]) "k"), "a[1] must be a number that a Float holds")
      , ("{\"fee\":1,\"share\":1e39}", refusal (State.getAs @Costs "k"), "share must be a number that a Float holds")
      , ("{\"fee\":1.239,\"share\":1}", refusal (State.getAs @Costs "k"), "fee must be a number with at most 2 decimals")
      , ("0.5", refusal (State.getAs @Uni "k"), "it must be an integer")
      , ("0.5", refusal (State.getAs @(Fixed 3) "k"), "it must be a multiple of 1/3")
      ]
      $ \(given, read', said) ->
        it ("refuses " <> show given <> " instead of rounding it") . stored given $
          read' `shouldReturn` Just ("the value of state key \"k\" is of another type: " <> said <> ", got a number")

    it "reads all numbers that their types hold, and fractions as the nearest double" $ do
      stored "{\"fee\":1.230,\"share\":0.1}" $ State.getAs "k" `shouldReturn` Just (Costs 1.23 0.1)
      stored "[9007199254740992,1e300,0.1234567890123456789,1e-400]" $
        State.getAs "k" `shouldReturn` Just [9007199254740992, 1e300, 0.1234567890123456789, 0 :: Double]
      stored "[16777216,3e38,9007199254740992.1,-0.0]" $ State.getAs "k" `shouldReturn` Just [16777216, 3e38, 9007199254740992, 0 :: Float]
      stored "9007199254740993" $ do
        State.getAs "k" `shouldReturn` Just (9007199254740993 :: Int)
        State.getAs "k" `shouldReturn` Just (9007199254740993 :: Integer)
        State.getAs "k" `shouldReturn` Just (9007199254740993 :: Scientific)
        State.getAs "k" `shouldReturn` Just (Number 9007199254740993)
        State.getAs "k" `shouldReturn` Just (9007199254740993 :: Centi)
      stored "-1.25e1" $ State.getAs "k" `shouldReturn` Just (-12.5 :: Deci)

    it "reads many long integers in little time" $ do
      let times = [1764288000000000001 .. 1764288000000020000] :: [Int]
          byName = Map.fromList [(Text.pack (show at), at) | at <- times]
          reads' value = stored (Lazy.toStrict (encode value)) $
            timeout 5000000 (State.getAs "k") `shouldReturn` Just (Just value)
      reads' times
      reads' byName
      reads' (Map.fromList [(Text.pack (show at), byName) | at <- [1 .. 2 :: Int]])
      reads' (Map.fromList [(Text.pack (show at), Map.fromList (zip (map show [1 .. 90 :: Int]) times)) | at <- [1 .. 90 :: Int]])

    it "leaves what the bot decodes itself to aeson" $ do
      decode "[1.239,-1.239,12e1]" `shouldBe` Just [1.23, -1.24, 120 :: Centi]
      decode "0.5" `shouldBe` Just (MkFixed 1 :: Fixed 3)

    it "has aeson's message as the cause" . stored "1.5" $ do
      Left refused <- try (State.getAs @Int "k")
      displayException <$> cause refused `shouldBe` Just "value is either floating or will cause over or underflow 1.5"

  describe "of the config" $ do
    it "returns the identifier and the config" $ do
      setEnv "BOT_ID" "b1" True
      setEnv "BOT_CONFIG" "{\"symbol\":\"x\",\"side\":\"sell\",\"legs\":[]}" True
      Input.parseAs `shouldReturn` ("b1", Position "x" (Just Sell) Nothing [])

    it "names the path, and quotes nothing, in no cause either" $ do
      setEnv "BOT_CONFIG" "{\"share\":12345}" True
      Left refused <- try (Input.parseAs @(Map Text Percent))
      message refused `shouldBe` "the config does not fit its type: share does not fit"
      fmap displayException (cause refused) `shouldBe` Nothing

    it "repeats the words of a type that quote nothing" $ do
      setEnv "BOT_CONFIG" "{\"a\":[]}" True
      refusal (Input.parseAs @(Map Text Even)) `shouldReturn` Just "the config does not fit its type: a does not fit: it is odd"

  describe "of the parameters of a query" $ do
    it "reads texts as what they spell, where the type is no text" $
      Request.paramsAs (with ["symbol" .= text "5", "open" .= text "true", "legs" .= text "[{\"price\":1,\"size\":2.0}]"])
        `shouldReturn` Position "5" Nothing (Just True) [Leg 1 2]

    for_
      [ (["symbol" .= text "x", "legs" .= text "[]", "side" .= text "up"], "\"side\" must be one of \"buy\", \"sell\", got \"up\"")
      , (["symbol" .= text "x", "legs" .= text "[]", "open" .= text "1"], "\"open\" must be true or false, got \"1\"")
      , (["symbol" .= text "x", "legs" .= text "[{\"price\":1,\"size\":\"2\"}]"], "\"legs[0].size\" must be an integer from 0 to 255, got \"2\"")
      , (["symbol" .= text "x", "legs" .= text "[{\"price\":1}]"], "\"legs[0].size\" must be present, got nothing")
      , (["symbol" .= (5 :: Int), "legs" .= text "[]"], "\"symbol\" must be a string, got 5")
      , (["symbol" .= text "x"], "\"legs\" must be present, got nothing")
      , (["symbol" .= text "x", "legs" .= text "[{\"price\":9007199254740993,\"size\":2}]"], "\"legs[0].price\" must be a number that a Double holds, got 9007199254740993")
      ]
      $ \(given, said) ->
        it ("refuses what does not fit: " <> Text.unpack said) $
          refusal (Request.paramsAs @Position (with given)) `shouldReturn` Just ("parameter " <> said)

    it "refuses a text whose number a type does not hold" $
      refusal (Request.getAs @Double (with ["k" .= text "9007199254740993"]) "k")
        `shouldReturn` Just "parameter \"k\" must be a number that a Double holds, got \"9007199254740993\""

    it "says in the words of a type what aeson's do not" $
      refusal (Request.getAs @Percent (with ["k" .= (101 :: Int)]) "k")
        `shouldReturn` Just "parameter \"k\" must be valid (more than 100: 101.0), got 101"

    it "names the path inside a parameter" $
      refusal (Request.getAs @[Int] (with ["k" .= text "[1,2.5]"]) "k")
        `shouldReturn` Just "parameter \"k[1]\" must be an integer, got 2.5"

    it "reads as many texts as a query has in little time" $ do
      let many = Map.fromList [(Text.pack ("k" <> show at), at) | at <- [1 .. 20000 :: Int]]
      found <- timeout 10000000 (Request.paramsAs (Request.make "/q" (KeyMap.fromMapText (String . Text.pack . show <$> many))))
      found `shouldBe` Just many

    it "refuses a number beyond any memory at once" $ do
      let huge = with ["k" .= Number (scientific 1 1000000000)]
      timeout 1000000 (refusal (Request.getAs @Integer huge "k"))
        `shouldReturn` Just (Just "parameter \"k\" must be an integer, got 1.0e1000000000")
      timeout 1000000 (refusal (Request.getAs @Word8 huge "k"))
        `shouldReturn` Just (Just "parameter \"k\" must be an integer from 0 to 255, got 1.0e1000000000")
  where
    stored text' action = folder $ \path -> do
      createDirectory (path <> "/state")
      Bytes.writeFile (path <> "/state/k.json") text'
      setEnv "STATE_DIR" (path <> "/state") True
      action :: Expectation
    with = Request.make "/q" . KeyMap.fromList
    text = id :: Text -> Text

-- | Its message quotes nothing.
newtype Even = Even Int
  deriving stock (Eq, Show)

instance FromJSON Even where
  parseJSON _ = fail "it is odd"

misfits :: [(ByteString, Text)]
misfits =
  [ ("[]", "it must be an object, got an array")
  , ("null", "it must be an object, got null")
  , ("{\"legs\":[]}", "symbol is missing")
  , ("{\"symbol\":1,\"legs\":[]}", "symbol must be a string, got a number")
  , ("{\"symbol\":\"x\",\"legs\":{}}", "legs must be an array, got an object")
  , ("{\"symbol\":\"x\",\"open\":\"true\",\"legs\":[]}", "open must be true or false, got a string")
  , ("{\"symbol\":\"x\",\"side\":\"Buy\",\"legs\":[]}", "side must be one of \"buy\", \"sell\", got a string")
  , ("{\"symbol\":\"x\",\"side\":0,\"legs\":[]}", "side must be one of \"buy\", \"sell\", got a number")
  , ("{\"symbol\":\"x\",\"legs\":[{\"price\":1,\"size\":1},{\"price\":1}]}", "legs[1].size is missing")
  , ("{\"symbol\":\"x\",\"legs\":[{\"price\":\"1\",\"size\":1}]}", "legs[0].price must be a number, got a string")
  , ("{\"symbol\":\"x\",\"legs\":[{\"price\":1,\"size\":1.5}]}", "legs[0].size must be an integer from 0 to 255, got a number")
  , ("{\"symbol\":\"x\",\"legs\":[{\"price\":1,\"size\":256}]}", "legs[0].size must be an integer from 0 to 255, got a number")
  ]

refusal :: IO a -> IO (Maybe Text)
refusal action = either (\(refused :: BotyardError) -> Just (message refused)) (const Nothing) <$> try action
