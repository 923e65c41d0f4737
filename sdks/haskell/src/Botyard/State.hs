-- | The bot's state: values by key, which survive the process.
--
-- Each value is one file of JSON in @STATE_DIR@, which all processes of the bot share, in whatever language they are
-- written. A query process can read the state but not change it: there 'set', 'delete' and 'clear' fail with
-- @state.read_only@ [ST-14].
--
-- > runs <- fromMaybe 0 <$> State.getAs "runs"
-- > State.set "runs" (runs + 1 :: Int)
--
-- A key is any text whose encoded form is 1 to 200 characters long: @a@–@z@, digits, @_@ and @-@ count as one, every
-- other byte as three; other keys are refused with @state.invalid_key@ [ST-3]. @state.read_failed@ and
-- @state.write_failed@ mean that the system refused to read or to write, and have its error as their cause.
--
-- All functions block their thread until the system has read or written, and those that change the state until it is on
-- disk, which can take some milliseconds. Other threads go on meanwhile if the program is linked with @-threaded@.
module Botyard.State
  ( -- * Reading
    get
  , getAs
  , exists
  , list

    -- * Changing
  , set
  , delete
  , clear
  ) where

import Botyard.Errors.Describe (number, quoted)
import Botyard.Errors.Failure (because, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Json.Misfit (sentence)
import Botyard.Json.Read (readJson)
import Botyard.Json.Typed (Misfit (said), readAs)
import Botyard.Json.Write (NoForm (..), bytes, formOf, text)
import Botyard.Process.Environment (isQueryProcess, stateDir, textOf)
import qualified Botyard.Process.Files as Files
import Botyard.Process.SystemError (hasErrno, reasonOf)
import Botyard.State.Key (encodeKey, keyOfFile)
import Control.Exception (ErrorCall (..), IOException, handle, throwIO, try)
import Control.Monad (filterM, unless, when)
import Data.Aeson (FromJSON, ToJSON, Value)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import Data.Foldable (for_)
import Data.List (sortOn)
import Data.Maybe (isJust, mapMaybe)
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (encodeUtf8)
import Foreign.C.Error (eNOENT)
import GHC.Stack (HasCallStack)
import System.Posix.ByteString.FilePath (RawFilePath)

-- | Returns the value of a key; 'Nothing' if the key does not exist. A stored @null@ is @'Just' 'Data.Aeson.Null'@
-- [ST-9].
--
-- > print =<< State.get "never set" -- Nothing
--
-- Errors: @state.invalid_key@, @state.read_failed@, and @state.corrupt@ if the key's file is not valid JSON. To continue
-- without a corrupt value, set or delete the key.
get :: HasCallStack => Text -> IO (Maybe Value)
get key = do
  (directory, path) <- placeOf key
  content <- handle (readFailed directory) (Files.readFile path)
  traverse (either (corrupt path) pure . readJson) content
  where
    corrupt path malformed =
      throwIO . because malformed $ failure StateCorrupt [("key", quoted key), ("path", textOf path)]

-- | Returns the value of a key as any type that aeson can read; 'Nothing' if the key does not exist.
--
-- > closes <- fromMaybe [] <$> State.getAs @[Double] "closes"
-- > print (length closes) -- 0
--
-- A value fits at every depth or not at all: an integer is accepted in any notation, such as @3.0@, and within the range of
-- its type; null only where the type has it, which for aeson are 'Maybe', and 'Double' and 'Float', as NaN [JSON-19]. No
-- integer is rounded to a 'Double' or 'Float', and no decimals of a 'Data.Fixed.Centi' are cut off; the README has the limits.
--
-- > State.set "legs" [object ["size" .= (1.5 :: Double)]]
-- > Left refused <- try @BotyardError (State.getAs @[Map Text Int] "legs")
-- > Text.putStrLn (Errors.message refused) -- the value of state key "legs" is of another type: [0].size must be an integer, got a number
--
-- Errors: as 'get', and @state.wrong_type@ if the value does not fit; its message has the path of the first part that does
-- not, and its cause is aeson's own message [ST-22].
getAs :: (HasCallStack, FromJSON a) => Text -> IO (Maybe a)
getAs key = get key >>= traverse (either wrong pure . readAs)
  where
    wrong misfit =
      throwIO . because (ErrorCall (Text.unpack (said misfit))) $
        failure StateWrongType [("key", quoted key), ("reason", sentence misfit)]

-- | Returns whether a key exists. Its value is not read, so that it may be corrupt.
--
-- > print =<< State.exists "never set" -- False
--
-- Errors: @state.invalid_key@, @state.read_failed@.
exists :: HasCallStack => Text -> IO Bool
exists key = do
  (directory, path) <- placeOf key
  handle (readFailed directory) (Files.isFile path)

-- | Returns all keys, sorted by their bytes [ST-12].
--
-- > State.set "MSFT" (1 :: Int)
-- > State.set "AAPL" (2 :: Int)
-- > print =<< State.list -- ["AAPL","MSFT"]
--
-- Errors: @state.read_failed@.
list :: HasCallStack => IO [Text]
list = do
  directory <- stateDir
  files <- handle (readFailed directory) (filesOf directory)
  pure (sortOn encodeUtf8 (mapMaybe keyOfFile files))

-- | Sets the value of a key; it is on disk when the function returns. Readers see either the old value or the new one
-- [ST-6].
--
-- The value is anything that aeson can write as JSON of at most 1 MiB (1,048,576 bytes), nested at most 64 deep. All of it
-- is evaluated before the disk is accessed. A missing @STATE_DIR@ is created.
--
-- > State.set "closes" [187.5, 188.25 :: Double]
-- > print =<< State.getAs @[Double] "closes" -- Just [187.5,188.25]
--
-- Errors: @state.read_only@ in a query process, @state.invalid_key@, @state.invalid_value@ if the value has no JSON
-- form, @state.value_too_large@, @state.write_failed@, in this order [ST-5]. After each of them the key has its old value.
set :: (HasCallStack, ToJSON a) => Text -> a -> IO ()
set key given = do
  refuseInQuery "set"
  encoded <- encodeKey key
  content <- formOf given >>= either invalid (pure . bytes . text)
  let size = Bytes.length content
  when (size > 1048576) $ throwIO (failure StateValueTooLarge [("key", quoted key), ("size", number size)])
  directory <- stateDir
  let replace = Files.replace (directory <> "/" <> encoded <> ".json") encoded content
  handle (writeFailed directory) $
    try replace >>= \case
      Left failed | hasErrno eNOENT failed -> Files.createDirectories directory >> replace
      Left failed -> throwIO failed
      Right () -> pure ()
  Files.flushDirectory directory
  where
    invalid (NoForm why origin) =
      throwIO . maybe id because origin $ failure StateInvalidValue [("key", quoted key), ("reason", why)]

-- | Deletes a key; returns whether it existed. The deletion is on disk when the function returns.
--
-- > State.set "open order" (7 :: Int)
-- > print =<< State.delete "open order" -- True
-- > print =<< State.delete "open order" -- False
--
-- Errors: @state.read_only@ in a query process, @state.invalid_key@, @state.write_failed@.
delete :: HasCallStack => Text -> IO Bool
delete key = do
  refuseInQuery "delete"
  (directory, path) <- placeOf key
  existed <- handle (writeFailed directory) (Files.remove path)
  when existed (Files.flushDirectory directory)
  pure existed

-- | Deletes every key; other files in @STATE_DIR@ remain [ST-13].
--
-- > State.set "trades" (3 :: Int)
-- > State.clear
-- > print =<< State.list -- []
--
-- Errors: @state.read_only@ in a query process, @state.write_failed@; some keys may be deleted then.
clear :: HasCallStack => IO ()
clear = do
  refuseInQuery "clear"
  directory <- stateDir
  handle (writeFailed directory) $ do
    files <- filesOf directory
    for_ files (\name -> Files.remove (directory <> "/" <> name))
    unless (null files) (Files.flushDirectory directory)

-- | The names of the files of keys.
filesOf :: RawFilePath -> IO [ByteString]
filesOf directory = do
  entries <- Files.names directory
  filterM (\name -> Files.isFile (directory <> "/" <> name)) (filter (isJust . keyOfFile) entries)

placeOf :: HasCallStack => Text -> IO (RawFilePath, RawFilePath)
placeOf key = do
  encoded <- encodeKey key
  directory <- stateDir
  pure (directory, directory <> "/" <> encoded <> ".json")

refuseInQuery :: HasCallStack => Text -> IO ()
refuseInQuery operation = do
  inQuery <- isQueryProcess
  when inQuery $ throwIO (failure StateReadOnly [("operation", operation)])

readFailed, writeFailed :: HasCallStack => RawFilePath -> IOException -> IO a
readFailed = failed' StateReadFailed
writeFailed = failed' StateWriteFailed

failed' :: HasCallStack => ErrorCode -> RawFilePath -> IOException -> IO a
failed' code directory refused =
  throwIO . because refused $ failure code [("path", textOf directory), ("reason", reasonOf refused)]
