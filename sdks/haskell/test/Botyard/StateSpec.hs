module Botyard.StateSpec (spec) where

import Botyard.Errors (BotyardError, ErrorCode (..), code)
import qualified Botyard.State as State
import Control.Exception (try)
import Data.Aeson (Value (..), toJSON)
import qualified Data.ByteString as Bytes
import Data.List (sort)
import Data.Text (Text)
import qualified Data.Text as Text
import Program (folder)
import System.Directory (createDirectory, createFileLink, listDirectory, withCurrentDirectory)
import System.Posix.Env (setEnv)
import Test.Hspec
import Test.Hspec.QuickCheck (modifyMaxSuccess, prop)
import Test.QuickCheck (Arbitrary (..), Gen, ioProperty, listOf, oneof, scale)
import qualified Data.Aeson.Key as Key
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Scientific (fromFloatDigits)
import qualified Data.Vector as Vector

-- | Any JSON value.
newtype Json = Json Value
  deriving stock (Show)

instance Arbitrary Json where
  arbitrary = Json <$> value
    where
      value :: Gen Value
      value =
        oneof
          [ pure Null
          , Bool <$> arbitrary
          , Number . fromInteger <$> arbitrary
          , Number . fromFloatDigits @Double <$> arbitrary
          , String <$> text
          , Array . Vector.fromList <$> smaller (listOf value)
          , Object . KeyMap.fromList <$> smaller (listOf ((,) . Key.fromText <$> text <*> value))
          ]
      smaller = scale (`div` 3)
      text = Text.pack <$> arbitrary

spec :: Spec
spec = around_ inFolder $ do
  modifyMaxSuccess (const 60) . prop "returns every value as it was set" $ \(Json value) -> ioProperty $ do
    State.set "k" value
    (== Just value) <$> State.get "k"

  it "tells a stored null from a missing key" $ do
    State.get "k" `shouldReturn` Nothing
    State.set "k" Null
    State.get "k" `shouldReturn` Just Null

  it "lists the keys sorted by their bytes" $ do
    mapM_ (`State.set` True) ["b", "Z", "ä", "a/b", "."]
    State.list `shouldReturn` [".", "Z", "a/b", "b", "ä"]
    State.delete "b" `shouldReturn` True
    State.delete "b" `shouldReturn` False
    State.clear
    State.list `shouldReturn` []

  it "names a key's file by its bytes" $ do
    State.set "Last price" (1 :: Int)
    listDirectory "state" `shouldReturn` ["%4cast%20price.json"]
    Bytes.readFile "state/%4cast%20price.json" `shouldReturn` "1"

  it "neither follows links nor reads folders" $ do
    State.set "target" (1 :: Int)
    createFileLink "target.json" "state/link.json"
    createDirectory "state/folder.json"
    State.list `shouldReturn` ["target"]
    State.get "link" `shouldReturn` Nothing
    codeOf (State.set "folder" True) `shouldReturn` Just StateWriteFailed
    sort <$> listDirectory "state" `shouldReturn` ["folder.json", "link.json", "target.json"]

  it "refuses keys that are too long when encoded, and the empty one" $ do
    State.set (Text.replicate 200 "a") True
    codeOf (State.set (Text.replicate 201 "a") True) `shouldReturn` Just StateInvalidKey
    codeOf (State.set (Text.replicate 67 "A") True) `shouldReturn` Just StateInvalidKey
    codeOf (State.get "") `shouldReturn` Just StateInvalidKey

  it "refuses a value that cannot be evaluated, and leaves the old one" $ do
    State.set "k" (1 :: Int)
    codeOf (State.set "k" [1 :: Int, error "inside"]) `shouldReturn` Just StateInvalidValue
    State.get "k" `shouldReturn` Just (toJSON (1 :: Int))

  it "refuses a value that is nested without an end" $ do
    let inside = Array (Vector.singleton inside)
    codeOf (State.set "k" inside) `shouldReturn` Just StateInvalidValue

  it "accepts a document of 1 MiB, and refuses a larger one" $ do
    State.set "k" (Text.replicate 1048574 "x")
    codeOf (State.set "k" (Text.replicate 1048575 "x")) `shouldReturn` Just StateValueTooLarge

  it "accepts arrays in each other to a depth of 64, and no more" $ do
    let nested depth = iterate (Array . Vector.singleton) (Array Vector.empty) !! (depth - 1)
    State.set "k" (nested 64)
    State.get "k" `shouldReturn` Just (nested 64)
    codeOf (State.set "k" (nested 65)) `shouldReturn` Just StateInvalidValue

  it "tells a directory that cannot be read from a missing one" $ do
    State.list `shouldReturn` []
    Bytes.writeFile "state" ""
    codeOf (State.get "k") `shouldReturn` Just StateReadFailed
    codeOf State.list `shouldReturn` Just StateReadFailed

  it "refuses a number that no reader accepts" $
    codeOf (State.set "k" (10 ^ (400 :: Int) :: Integer)) `shouldReturn` Just StateInvalidValue

  it "tells a value of another type from a file that is not JSON" $ do
    State.set "k" ("text" :: Text)
    codeOf (State.getAs @Int "k") `shouldReturn` Just StateWrongType
    Bytes.writeFile "state/k.json" "{"
    codeOf (State.get "k") `shouldReturn` Just StateCorrupt

codeOf :: IO a -> IO (Maybe ErrorCode)
codeOf action = either (\(failed :: BotyardError) -> Just (code failed)) (const Nothing) <$> try action

inFolder :: IO a -> IO a
inFolder action = folder $ \path -> do
  setEnv "STATE_DIR" (path <> "/state") True
  withCurrentDirectory path action
