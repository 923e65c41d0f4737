-- | Where requests begin and end in the bytes of a connection.
--
-- warp takes an invalid @Content-Length@ for 0, reads a chunk whose size is not a number, and takes the trailers of a
-- body for the next request. Therefore it receives only what has passed here: heads whose length is certain, and chunks
-- without extensions and trailers [Q-23, Q-28]. Of a body that is too large, only as much passes as shows this, and nothing
-- after it [Q-50].
module Botyard.Query.Server.Framing
  ( Phase
  , Step (..)
  , isInBody
  , isOver
  , maxBody
  , start
  , step
  ) where

import Control.Monad (guard)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Char8
import Data.Char (digitToInt, isDigit, isHexDigit, toLower)
import Data.Maybe (fromMaybe)
import Numeric (showHex)

-- | What comes next.
data Phase
  = Head
  | -- | Bytes of a body with a length.
    Counted Int
  | -- | The size of a chunk, after this many bytes of the body.
    ChunkSize Int
  | -- | Bytes of a chunk, before its line feed; the body has this many with them.
    ChunkData Int Int
  | ChunkEnd Int
  | Trailer
  | -- | A head that is too long, which warp refuses.
    Unframed
  | -- | What follows is not read as HTTP.
    Over

-- | What to do with the bytes that have arrived.
data Step
  = -- | Pass on the first text; the second one is left.
    Emit ByteString Phase ByteString
  | -- | Wait for more bytes behind these.
    More Phase ByteString
  | -- | Answer 400 and close the connection.
    Malformed

-- | The phase of a new connection.
start :: Phase
start = Head

-- | The largest body of a request, in bytes.
maxBody :: Int
maxBody = 1048576

-- | Whether nothing is passed on any more.
isOver :: Phase -> Bool
isOver = \case
  Over -> True
  _ -> False

-- | Whether the end of the input cuts off a request whose head has been passed on.
isInBody :: Phase -> Bool
isInBody = \case
  Head -> False
  Unframed -> False
  _ -> True

-- | Passes on the first part of the bytes that have arrived; there is at least one.
step :: Phase -> ByteString -> Step
step phase bytes = case phase of
  Head -> headStep (Char8.dropWhile (\byte -> byte == '\r' || byte == '\n') bytes)
  Counted size -> let (now, later) = Bytes.splitAt size bytes in Emit now (counted (size - Bytes.length now)) later
  ChunkSize before -> onLine phase 4096 bytes $ \text later -> case chunkSize text of
    Nothing -> Malformed
    Just 0 -> next Trailer later
    Just size -> next (ChunkData size (before + size)) later
  ChunkData size total ->
    let (now, later) = Bytes.splitAt size bytes
        rest = size - Bytes.length now
        after
          | total - rest > maxBody = Over
          | rest == 0 = ChunkEnd total
          | otherwise = ChunkData rest total
     in Emit (chunk now) after later
  ChunkEnd total -> onLine phase 2 bytes $ \text later -> if Bytes.null text then next (ChunkSize total) later else Malformed
  Trailer -> onLine phase 65536 bytes $ \text later -> if Bytes.null text then Emit "0\r\n\r\n" Head later else next Trailer later
  Unframed -> Emit bytes Unframed Bytes.empty
  Over -> More Over Bytes.empty

next :: Phase -> ByteString -> Step
next phase bytes
  | Bytes.null bytes = More phase bytes
  | otherwise = step phase bytes

counted :: Int -> Phase
counted size
  | size == 0 = Head
  | size > maxBody = Over
  | otherwise = Counted size

chunk :: ByteString -> ByteString
chunk content = Char8.pack (showHex (Bytes.length content) "\r\n") <> content <> "\r\n"

-- | Handles a line, without its end, and what follows it.
onLine :: Phase -> Int -> ByteString -> (ByteString -> ByteString -> Step) -> Step
onLine phase limit bytes handle = case Char8.elemIndex '\n' bytes of
  Just end -> handle (withoutReturn (Bytes.take end bytes)) (Bytes.drop (end + 1) bytes)
  Nothing | Bytes.length bytes > limit -> Malformed
  Nothing -> More phase bytes

withoutReturn :: ByteString -> ByteString
withoutReturn text = fromMaybe text (Bytes.stripSuffix "\r" text)

chunkSize :: ByteString -> Maybe Int
chunkSize text = do
  let (digits, extension) = Char8.span isHexDigit text
      significant = Char8.dropWhile (== '0') digits
      after = Char8.dropWhile (\byte -> byte == ' ' || byte == '\t') extension
  guard (not (Bytes.null digits) && Bytes.length digits <= 16 && Bytes.length significant <= 15)
  guard (Bytes.null after || Char8.head after == ';')
  pure (Char8.foldl' (\size digit -> size * 16 + digitToInt digit) 0 significant)

headStep :: ByteString -> Step
headStep bytes
  | Bytes.null bytes = More Head bytes
  | otherwise = case endOfHead bytes of
    Just size ->
      let (text, later) = Bytes.splitAt size bytes
       in maybe Malformed (\phase -> Emit text phase later) (bodyOf (map withoutReturn (Char8.lines text)))
    Nothing
      | Bytes.length bytes > 65536 -> Emit bytes Unframed Bytes.empty
      | otherwise -> More Head bytes

-- | The length of a head with the empty line that ends it.
endOfHead :: ByteString -> Maybe Int
endOfHead bytes = go 0
  where
    go from = do
      end <- (+ from) <$> Char8.elemIndex '\n' (Bytes.drop from bytes)
      let after = Bytes.drop (end + 1) bytes
      if "\n" `Bytes.isPrefixOf` after
        then Just (end + 2)
        else if "\r\n" `Bytes.isPrefixOf` after then Just (end + 3) else go (end + 1)

-- | What follows a head; 'Nothing' if that is not certain.
bodyOf :: [ByteString] -> Maybe Phase
bodyOf textLines = do
  fields <- traverse field (takeWhile (not . Bytes.null) (drop 1 textLines))
  let valuesOf name = [given | (found, given) <- fields, found == name]
  case (valuesOf "transfer-encoding", valuesOf "content-length") of
    ([], []) -> Just Head
    ([], size : others) -> do
      guard (all (== size) others && not (Bytes.null size) && Bytes.length size <= 18 && Char8.all isDigit size)
      counted . fst <$> Char8.readInt size
    ([encoding], []) -> ChunkSize 0 <$ guard (Char8.map toLower encoding == "chunked")
    _ -> Nothing

-- | A header field; a line without a colon is none, and is left to warp.
field :: ByteString -> Maybe (ByteString, ByteString)
field text = do
  let (name, after) = Char8.break (== ':') text
  -- A folded line, or white space before the colon, is read differently by different programs.
  guard (Bytes.null after || not (Char8.any (\byte -> byte == ' ' || byte == '\t') name))
  pure (Char8.map toLower name, Char8.dropWhileEnd isBlank (Char8.dropWhile isBlank (Bytes.drop 1 after)))
  where
    isBlank byte = byte == ' ' || byte == '\t'
