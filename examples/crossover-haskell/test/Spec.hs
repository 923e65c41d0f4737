module Main (main) where

import qualified BotSpec
import qualified NumbersSpec
import Test.Hspec (describe, hspec)

main :: IO ()
main = hspec $ do
  describe "The bot" BotSpec.spec
  describe "Its numbers" NumbersSpec.spec
