-- | Does nothing.
module Main (main) where

import System.Exit (ExitCode (ExitSuccess))
import System.Posix.Process (exitImmediately)

-- | Ends at once, as a one-shot query does: otherwise the runtime waits for the next tick of its clock, up to 10 ms.
main :: IO ()
main = exitImmediately ExitSuccess
