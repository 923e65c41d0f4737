-- | Temporary folders.
module Botyard.Testing.Folder
  ( withFolder
  ) where

import qualified Botyard.Process.Files as Files
import Control.Exception (bracket)
import Data.Foldable (for_)
import System.Posix.ByteString.FilePath (RawFilePath)
import System.Posix.Directory.ByteString (removeDirectory)
import System.Posix.Env.ByteString (getEnvDefault)
import System.Posix.Files.ByteString (getSymbolicLinkStatus, isDirectory, removeLink)
import System.Posix.Temp.ByteString (mkdtemp)

-- | Runs an action with an empty folder, which is removed afterwards.
withFolder :: (RawFilePath -> IO a) -> IO a
withFolder = bracket create remove
  where
    create = getEnvDefault "TMPDIR" "/tmp" >>= mkdtemp . (<> "/botyard-")

remove :: RawFilePath -> IO ()
remove folder = do
  inside <- Files.names folder
  for_ (filter (`notElem` [".", ".."]) inside) $ \name -> do
    let path = folder <> "/" <> name
    status <- getSymbolicLinkStatus path
    if isDirectory status then remove path else removeLink path
  removeDirectory folder
