module PublicNamesSpec (spec) where

import Data.Char (isAlpha, isSpace)
import Data.List (sort)
import Test.Hspec

-- | A change of the list is a change of the public API.
spec :: Spec
spec =
  it "exports exactly the names of the list" $ do
    listed <- lines <$> readFile "test/public-names.txt"
    exported <- concat <$> traverse exportsOf modules
    sort exported `shouldBe` sort listed

-- | The exposed modules, each with the name under which bots import it.
modules :: [(FilePath, String)]
modules =
  [ ("src/Botyard.hs", "Botyard")
  , ("src/Botyard/Errors.hs", "Errors")
  , ("src/Botyard/Input.hs", "Input")
  , ("src/Botyard/Log.hs", "Log")
  , ("src/Botyard/Query.hs", "Query")
  , ("src/Botyard/Query/Request.hs", "Request")
  , ("src/Botyard/State.hs", "State")
  , ("src/Botyard/Stop.hs", "Stop")
  , ("src/Botyard/Testing.hs", "Testing")
  ]

-- | The names in the export list of a module.
exportsOf :: (FilePath, String) -> IO [String]
exportsOf (file, prefix) = do
  source <- lines <$> readFile file
  let exports = takeWhile (/= "  ) where") (drop 1 (dropWhile (not . isModule) source))
  pure [prefix <> "." <> name | line <- exports, let name = nameIn line, not (null name)]
  where
    isModule line = take 7 line == "module "
    nameIn line = case dropWhile (\character -> isSpace character || character `elem` ("(," :: String)) line of
      name@(first : _) | isAlpha first -> takeWhile (not . isSpace) name
      _ -> ""
