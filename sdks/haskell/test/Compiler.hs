-- | Programs that are compiled with the SDK of this build.
module Compiler
  ( compile
  ) where

import System.Environment (getExecutablePath)
import System.Exit (ExitCode (..))
import System.FilePath (takeDirectory)
import System.Process (readProcessWithExitCode)
import Test.Hspec (shouldBe)

-- | Compiles @Main.hs@ of a folder with extensions of the language, and returns the program.
compile :: FilePath -> [String] -> IO FilePath
compile folder extensions = do
  packages <- packageDatabase
  let options = ["-v0", "-package-env", "-", "-package-db", packages, "-threaded", "-rtsopts=ignore"] <> map ("-X" <>) extensions
      binary = folder <> "/program"
  (code, _, said) <- readProcessWithExitCode "ghc" (options <> ["-i" <> folder, "-o", binary, folder <> "/Main.hs"]) ""
  (code, said) `shouldBe` (ExitSuccess, "")
  pure binary

-- | The database of the packages that this build has made, where the SDK is.
packageDatabase :: IO FilePath
packageDatabase = do
  own <- getExecutablePath
  version <- filter (/= '\n') . second <$> readProcessWithExitCode "ghc" ["--numeric-version"] ""
  -- <builds>/build/<platform>/<compiler>/<package>/t/spec/build/spec/spec
  pure (iterate takeDirectory own !! 9 <> "/packagedb/ghc-" <> version)
  where
    second (_, said, _) = said
