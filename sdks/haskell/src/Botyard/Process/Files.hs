{-# LANGUAGE CApiFFI #-}

-- | Files, by their raw paths.
module Botyard.Process.Files
  ( createDirectories
  , flushDirectory
  , isFile
  , names
  , parentOf
  , readFile
  , remove
  , replace
  , writeSome
  ) where

import Botyard.Process.SystemError (hasErrno)
import Control.Concurrent (threadWaitWrite)
import Control.Exception (IOException, bracket, catch, handleJust, mask, onException, uninterruptibleMask_)
import Control.Monad (guard, unless)
import Data.Bits ((.|.))
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import qualified Data.ByteString.Internal as Bytes (createAndTrim)
import Data.ByteString.Unsafe (unsafeUseAsCStringLen)
import Data.Word (Word64)
import Foreign.C.Error (Errno, eAGAIN, eEXIST, eLOOP, eNOENT, throwErrnoIfMinus1Retry)
import Foreign.C.String (CString)
import Foreign.C.Types (CInt (..))
import Foreign.Ptr (castPtr)
import Numeric (showHex)
import System.Posix.ByteString.FilePath (RawFilePath, withFilePath)
import qualified System.Posix.Directory.ByteString as Directory
import System.Posix.Files.ByteString
  ( getFdStatus
  , getSymbolicLinkStatus
  , isRegularFile
  , removeLink
  , rename
  )
import System.Posix.IO.ByteString (closeFd, fdReadBuf, fdWriteBuf)
import System.Posix.Types (Fd (..))
import System.Posix.Unistd (fileSynchronise)
import System.Random (randomIO)
import Prelude hiding (readFile)

-- | Replaces a file as a whole: a temporary file @.tmp-<label>-<16 hex digits>@ beside it is written, flushed to disk
-- and renamed [RES-4, ST-6]. A failure leaves the old file and no temporary one. The directory is not flushed.
replace :: RawFilePath -> ByteString -> ByteString -> IO ()
replace path label content = do
  temporary <- (\digits -> directory <> "/.tmp-" <> label <> "-" <> digits) <$> randomDigits
  mask $ \restore -> do
    file <- open temporary (writeOnly .|. create .|. exclusive)
    let written = restore (writeAll file content >> fileSynchronise file) `onException` close file
        renamed = written >> close file >> rename temporary path
    renamed `onException` uninterruptibleMask_ (removeLink temporary `catch` \(_ :: IOException) -> pure ())
  where
    directory = parentOf path

-- | Flushes the entries of a directory to disk. Not every file system supports this, and the change is already visible.
flushDirectory :: RawFilePath -> IO ()
flushDirectory directory = bracket (open directory readOnly) close fileSynchronise `catch` \(_ :: IOException) -> pure ()

close :: Fd -> IO ()
close file = closeFd file `catch` \(_ :: IOException) -> pure ()

-- | 16 random hex digits.
randomDigits :: IO ByteString
randomDigits = do
  number <- randomIO @Word64
  let digits = Char8.pack (showHex number "")
  pure (Char8.replicate (16 - Bytes.length digits) '0' <> digits)

writeAll :: Fd -> ByteString -> IO ()
writeAll file content = unless (Bytes.null content) $ writeSome file content >>= writeAll file

-- | Writes as many bytes as the system takes with one call; returns the others.
writeSome :: Fd -> ByteString -> IO ByteString
writeSome file content = unsafeUseAsCStringLen content $ \(start, size) -> do
  -- EAGAIN: a process that shares the stream has made it non-blocking.
  done <- fdWriteBuf file (castPtr start) (fromIntegral size) `onErrno` (eAGAIN, 0 <$ threadWaitWrite file)
  pure (Bytes.drop (fromIntegral done) content)

-- | Whether there is a regular file; a link is not followed [ST-4].
isFile :: RawFilePath -> IO Bool
isFile path = (isRegularFile <$> getSymbolicLinkStatus path) `onErrno` (eNOENT, pure False)

-- | Reads a regular file; 'Nothing' if there is none. Neither follows a link nor waits for a pipe [ST-4].
readFile :: RawFilePath -> IO (Maybe ByteString)
readFile path = do
  found <- isFile path
  -- Something else may have taken the file's place since then.
  if found then opened `onErrno` (eNOENT, pure Nothing) `onErrno` (eLOOP, pure Nothing) else pure Nothing
  where
    opened = bracket (open path (readOnly .|. noFollow .|. nonBlocking)) closeFd $ \file -> do
      regular <- isRegularFile <$> getFdStatus file
      if regular then Just . Bytes.concat <$> chunks file else pure Nothing
    chunks file = do
      chunk <- Bytes.createAndTrim 65536 (\buffer -> fromIntegral <$> fdReadBuf file buffer 65536)
      if Bytes.null chunk then pure [] else (chunk :) <$> chunks file

-- | Removes a regular file; returns whether there was one.
remove :: RawFilePath -> IO Bool
remove path = do
  found <- isFile path
  if found then (True <$ removeLink path) `onErrno` (eNOENT, pure False) else pure False

-- | The names in a directory; none if it does not exist.
names :: RawFilePath -> IO [ByteString]
names directory =
  bracket (Directory.openDirStream directory) Directory.closeDirStream (go [])
    `onErrno` (eNOENT, pure [])
  where
    go found stream = do
      name <- Directory.readDirStream stream
      if Bytes.null name then pure found else go (name : found) stream

-- | Creates a directory with its parents.
createDirectories :: RawFilePath -> IO ()
createDirectories path = make `onErrno` (eNOENT, createDirectories parent >> make)
  where
    make = Directory.createDirectory path 0o777 `onErrno` (eEXIST, pure ())
    parent = parentOf path

-- | The directory of an absolute path without needless slashes.
parentOf :: RawFilePath -> RawFilePath
parentOf path = case Char8.dropWhileEnd (/= '/') path of
  "/" -> "/"
  before -> Bytes.take (Bytes.length before - 1) before

-- | Runs the second action if the first one fails with this error.
onErrno :: IO a -> (Errno, IO a) -> IO a
onErrno action (errno, otherwise') = handleJust (guard . hasErrno errno) (const otherwise') action

-- System.Posix.IO cannot refuse links, and its functions have changed between its versions.
open :: RawFilePath -> CInt -> IO Fd
open path flags = withFilePath path $ \name ->
  Fd <$> throwErrnoIfMinus1Retry "open" (openFile name (flags .|. closeOnExec) 0o666)

foreign import capi safe "fcntl.h open" openFile :: CString -> CInt -> CInt -> IO CInt
foreign import capi "fcntl.h value O_RDONLY" readOnly :: CInt
foreign import capi "fcntl.h value O_WRONLY" writeOnly :: CInt
foreign import capi "fcntl.h value O_CREAT" create :: CInt
foreign import capi "fcntl.h value O_EXCL" exclusive :: CInt
foreign import capi "fcntl.h value O_NOFOLLOW" noFollow :: CInt
foreign import capi "fcntl.h value O_NONBLOCK" nonBlocking :: CInt
foreign import capi "fcntl.h value O_CLOEXEC" closeOnExec :: CInt
