-- | The examples in the documentation of the SDK.
module Examples
  ( Example (..)
  , examples
  , source
  ) where

import Data.Char (isAlphaNum, isSpace)
import Data.List (dropWhileEnd, isPrefixOf, partition, stripPrefix)
import Data.Maybe (mapMaybe)

data Example = Example
  { name :: String
  -- ^ What it is an example of, as bots write it: @State.get@; the name of the module if it describes that.
  , file :: FilePath
  , program :: [String]
  }

-- | The examples of each file, given with the name under which bots import what it declares.
examples :: [(FilePath, String)] -> IO [Example]
examples = fmap concat . traverse (\(path, prefix) -> examplesIn path prefix . lines <$> readFile path)

examplesIn :: FilePath -> String -> [String] -> [Example]
examplesIn path prefix = go ""
  where
    go before text = case span isComment text of
      ([], []) -> []
      ([], code : rest) -> go code rest
      (comment, rest) -> maybe id (:) (exampleOf before comment rest) (go before rest)
    exampleOf before comment rest = case mapMaybe (stripPrefix "-- >" . trim) comment of
      [] -> Nothing
      found -> Just (Example (qualified (nameOf (declared before comment rest))) path (map (drop 1) found))
    -- A comment with a caret describes what stands before it.
    declared before comment rest
      | "-- ^" `isPrefixOf` trim (head comment) = before
      | otherwise = concat (take 1 rest)
    qualified own = if null own then prefix else prefix <> "." <> own

isComment :: String -> Bool
isComment = ("--" `isPrefixOf`) . trim

-- | The name that a line declares; empty for a module.
nameOf :: String -> String
nameOf line = case words line of
  "module" : _ -> ""
  word : declared : _ | word `elem` ["data", "{", ","] -> declared
  declared : _ -> takeWhile isAlphaNum declared
  [] -> ""

-- | The module of an example: a program as it is, statements as the @main@ of one. A handler alone is not yet a program.
source :: String -> Example -> String
source own (Example _ _ given) =
  unlines (pragma <> ["module " <> own <> " (main) where"] <> imports <> body)
  where
    (pragma, rest) = partition ("{-#" `isPrefixOf`) given
    isProgram = any ("main ::" `isPrefixOf`) rest
    answers = any ("Query.handler" `isPrefixOf`) rest && "Query.run" `notElem` rest
    body
      | isProgram = rest
      | otherwise = ["main :: IO ()", "main = do"] <> map ("  " <>) (rest <> ["Query.run" | answers])

-- | What the header of the module "Botyard" says that examples import, and the libraries that they use.
imports :: [String]
imports =
  [ "import qualified Botyard"
  , "import Botyard (BotyardError)"
  , "import qualified Botyard.Errors as Errors"
  , "import qualified Botyard.Input as Input"
  , "import qualified Botyard.Log as Log"
  , "import qualified Botyard.Query as Query"
  , "import qualified Botyard.Query.Request as Request"
  , "import qualified Botyard.State as State"
  , "import qualified Botyard.Stop as Stop"
  , "import qualified Botyard.Testing as Testing"
  , "import Control.Exception (IOException, displayException, try)"
  , "import Data.Aeson"
  , "import qualified Data.Aeson.KeyMap as KeyMap"
  , "import Data.Map (Map)"
  , "import Data.Maybe (fromMaybe)"
  , "import Data.Text (Text)"
  , "import qualified Data.Text as Text"
  , "import qualified Data.Text.IO as Text"
  , "import GHC.Generics (Generic)"
  ]

trim :: String -> String
trim = dropWhileEnd isSpace . dropWhile isSpace
