-- | Keys of the state as names of files [ST-2].
module Botyard.State.Key
  ( encodeKey
  , keyOfFile
  ) where

import Botyard.Errors.Describe (quoted)
import Botyard.Errors.Failure (BotyardError, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Query.Target (percentDecode)
import Control.Exception (throwIO)
import Control.Monad (guard)
import Data.Bits (shiftR, (.&.))
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (decodeUtf8', encodeUtf8)
import Data.Word (Word8)
import GHC.Stack (HasCallStack)

-- | The name of a key's file without @.json@; fails with @state.invalid_key@ [ST-3].
encodeKey :: HasCallStack => Text -> IO ByteString
encodeKey = either throwIO pure . encoded

-- | The key of a file; 'Nothing' if the name is not that of a key [ST-4].
keyOfFile :: ByteString -> Maybe Text
keyOfFile name = do
  stem <- Bytes.stripSuffix ".json" name
  key <- either (const Nothing) Just (decodeUtf8' (percentDecode stem))
  key <$ guard (either (const False) (== stem) (encoded key))

encoded :: HasCallStack => Text -> Either BotyardError ByteString
encoded key
  | Text.null key = refused "it is empty"
  -- The encoded form is never shorter than the key, so a long key is refused without encoding it.
  | Text.compareLength key maxKey == GT || Bytes.length form > maxKey =
    refused ("it is longer than " <> Text.pack (show maxKey) <> " characters when encoded")
  | otherwise = Right form
  where
    form = Bytes.concatMap encodeByte (encodeUtf8 key)
    refused why = Left (failure StateInvalidKey [("key", quoted key), ("reason", why)])

-- | The longest key, in characters of its encoded form.
maxKey :: Int
maxKey = 200

encodeByte :: Word8 -> ByteString
encodeByte byte
  | byte `Bytes.elem` "abcdefghijklmnopqrstuvwxyz0123456789_-" = Bytes.singleton byte
  | otherwise = Bytes.pack [0x25, digit (byte `shiftR` 4), digit (byte .&. 15)]
  where
    digit = Bytes.index "0123456789abcdef" . fromIntegral
