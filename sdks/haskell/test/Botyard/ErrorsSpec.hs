module Botyard.ErrorsSpec (spec) where

import Botyard.Errors
import qualified Botyard.State as State
import Control.Exception (try)
import Data.List (nub)
import qualified Data.Text as Text
import Test.Hspec

spec :: Spec
spec = do
  it "gives each error its code, its message with what was passed, and advice" $ do
    refused <- try (State.get "")
    case refused of
      Right _ -> expectationFailure "an empty key was accepted"
      Left failed -> do
        code failed `shouldBe` StateInvalidKey
        message failed `shouldBe` "invalid state key \"\": it is empty"
        next failed `shouldSatisfy` ("Use a non-empty string" `Text.isPrefixOf`)
        lines (show failed) `shouldStartWith` ["invalid state key \"\": it is empty [state.invalid_key]"]

  it "names each code once" $ do
    let names = map codeName [minBound .. maxBound]
    nub names `shouldBe` names
    names `shouldSatisfy` all (Text.any (== '.'))
