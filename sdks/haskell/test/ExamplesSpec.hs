module ExamplesSpec (spec) where

import Control.Monad (forM_)
import Data.Aeson (Value (String), object, (.=))
import Data.Aeson.Types (parseMaybe, withObject, (.:))
import qualified Data.ByteString.Char8 as Bytes
import Data.List (isInfixOf, isPrefixOf, sort, (\\))
import Data.Maybe (listToMaybe, mapMaybe)
import qualified Data.Text as Text
import Compiler (compile)
import Examples (Example (..), examples, source)
import Program (Ended, json, runProgram)
import qualified Program
import System.Exit (ExitCode (..))
import System.IO.Temp (withSystemTempDirectory)
import Test.Hspec (Spec, aroundAll, it, runIO, shouldBe, shouldSatisfy)

-- | The files that declare public names, each with the name under which bots import them.
files :: [(FilePath, String)]
files =
  [ ("src/Botyard.hs", "Botyard")
  , ("src/Botyard/Metric.hs", "Botyard")
  , ("src/Botyard/Result.hs", "Botyard")
  , ("src/Botyard/Errors.hs", "Errors")
  , ("src/Botyard/Errors/Caused.hs", "Errors")
  , ("src/Botyard/Errors/Failure.hs", "Errors")
  , ("src/Botyard/Errors/Table.hs", "Errors")
  , ("src/Botyard/Input.hs", "Input")
  , ("src/Botyard/Log.hs", "Log")
  , ("src/Botyard/Query.hs", "Query")
  , ("src/Botyard/Query/Request.hs", "Request")
  , ("src/Botyard/State.hs", "State")
  , ("src/Botyard/Stop.hs", "Stop")
  , ("src/Botyard/Testing.hs", "Testing")
  , ("src/Botyard/Testing/Bot.hs", "Testing")
  ]

spec :: Spec
spec = do
  found <- runIO (examples files)
  it "are there for every public name" $ do
    public <- lines <$> readFile "test/public-names.txt"
    -- Two names are exported by two modules.
    let known = map name found <> ["Botyard.BotyardError", "Query.Request"]
    sort (public \\ known) `shouldBe` []
  aroundAll (compiled found) $
    forM_ (zip [0 :: Int ..] found) $ \(at, example) ->
      it (name example <> " in " <> file example <> " gives what it shows") $ \binary ->
        runs example (\variables -> runProgram variables binary [show at])

-- | Compiles all examples as one program, which runs that whose number is its argument.
compiled :: [Example] -> (FilePath -> IO ()) -> IO ()
compiled found action = withSystemTempDirectory "botyard-examples" $ \folder -> do
  forM_ (zip modules found) $ \(own, example) -> writeFile (folder <> "/" <> own <> ".hs") (source own example)
  writeFile (folder <> "/Main.hs") (unlines mainModule)
  compile folder ["DeriveAnyClass", "DeriveGeneric", "OverloadedStrings", "TypeApplications"] >>= action
  where
    modules = ["Example" <> show at | at <- [0 .. length found - 1]]
    mainModule =
      ["module Main (main) where", "import System.Environment (getArgs)"]
        <> ["import qualified " <> own | own <- modules]
        <> ["main :: IO ()", "main = getArgs >>= \\arguments -> case arguments of"]
        <> ["  [" <> show (show at) <> "] -> " <> own <> ".main" | (at, own) <- zip [0 :: Int ..] modules]
        <> ["  _ -> fail \"there is no such example\""]

runs :: Example -> ([(String, String)] -> IO Ended) -> IO ()
runs example start = do
  ended <- start (("BOT_CONFIG", "{\"symbol\":\"AAPL\"}") : maybe [] asked query)
  if "error" `isInfixOf` name example && "Botyard." `isPrefixOf` name example
    then do
      Program.code ended `shouldBe` ExitFailure 1
      (status =<< Program.result ended) `shouldBe` Just (String "error")
    else do
      (Program.code ended, Program.err ended) `shouldSatisfy` succeeded
      filter (not . isMetric) (Bytes.lines (Program.out ended)) `shouldBe` map Bytes.pack shown
      forM_ query $ \(_, _, answer) ->
        Program.result ended `shouldBe` Just (object ["status" .= String "ok", "data" .= json (Bytes.pack answer)])
  where
    shown = mapMaybe shownBy (program example)
    query = listToMaybe (mapMaybe queryIn (program example))
    asked (path, params, _) = [("QUERY_PATH", path), ("QUERY_PARAMS", params)]
    succeeded (code, logged) = code == ExitSuccess && all isLine (Bytes.lines logged)
    isLine = Bytes.isPrefixOf "{\"level\":"
    isMetric = Bytes.isPrefixOf "{\"_metric\":"
    status = parseMaybe (withObject "a result" (.: "status"))

-- | What a line of an example prints: @print 1 -- 1@.
shownBy :: String -> Maybe String
shownBy line = case Text.breakOnEnd " -- " (Text.pack line) of
  (before, after) | not (Text.null before), any (`Text.isInfixOf` before) ["print ", "putStrLn "] -> Just (Text.unpack after)
  _ -> Nothing

-- | The query that a line shows: @-- /closes?limit=5 answers []@.
queryIn :: String -> Maybe (String, String, String)
queryIn line = case words line of
  "--" : target@('/' : _) : "answers" : answer ->
    let (path, params) = break (== '?') target
     in Just (path, paramsOf (drop 1 params), unwords answer)
  _ -> Nothing
  where
    paramsOf text = case break (== '=') text of
      (key, '=' : value) -> "{" <> show key <> ":" <> show value <> "}"
      _ -> "{}"
