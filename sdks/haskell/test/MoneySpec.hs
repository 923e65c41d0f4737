module MoneySpec (spec) where

import Compiler (compile)
import Control.Monad (replicateM)
import Data.Aeson (Value (..), object, (.=))
import qualified Data.Aeson.KeyMap as KeyMap
import qualified Data.ByteString as Bytes
import Program (folder, json, out, runProgram)
import Test.Hspec

spec :: Spec
spec =
  it "keeps every digit over two runs" . folder $ \path -> do
    page <- Bytes.readFile "../../docs/explanation/money.md"
    let (_, fenced) = Bytes.breakSubstring "```haskell\n" page
    Bytes.writeFile (path <> "/Main.hs") (fst (Bytes.breakSubstring "```" (Bytes.drop 11 fenced)))
    program <- compile path []
    ended <- replicateM 2 (runProgram [("BOT_CONFIG", "{\"fee\":\"0.001\"}"), ("STATE_DIR", path <> "/state")] program [])
    map (dataOf . json . out) ended `shouldBe` [Just (spent 562.61205 "562.61205"), Just (spent 1125.2241 "1125.2241")]
  where
    spent value exact = object ["value" .= Number value, "exact" .= String exact]
    dataOf = \case
      Object members -> KeyMap.lookup "data" members
      _ -> Nothing
