module Botyard.Query.Server.FramingSpec (spec) where

import Botyard.Query.Server.Framing (Phase, Step (..), start, step)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import Data.Foldable (for_)
import Test.Hspec
import Test.Hspec.QuickCheck (prop)
import Test.QuickCheck (Positive (..))

spec :: Spec
spec = do
  prop "passes on the same bytes, however they arrive" $ \(sizes :: [Positive Int]) ->
    joined (passed (split (map getPositive sizes) requests)) == joined (passed [requests])

  it "leaves out the extensions and trailers of chunks" $
    passed ["POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n000\r\nX: y\r\n\r\nGET"]
      `shouldBe` Just ["POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "2\r\n{}\r\n", "0\r\n\r\n"]

  for_ malformed $ \(what, text) ->
    it ("refuses " <> what) $ passed [text] `shouldBe` Nothing

  it "passes on nothing after the head of a body that is too large" $
    passed ["POST / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\nGET / HTTP/1.1\r\n\r\n"]
      `shouldBe` Just ["POST / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n"]

  it "passes on chunks until their sum is too large, and nothing after these" $ do
    let large = "100000\r\n" <> Bytes.replicate 1048576 0x78 <> "\r\n"
        ended sum' = fmap last (passed ["POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" <> large <> sum' <> "0\r\n\r\n"])
    ended "" `shouldBe` Just "0\r\n\r\n"
    ended "2\r\nyz\r\n" `shouldBe` Just "2\r\nyz\r\n"

  it "passes on a head that is too long, for warp to refuse" $
    fmap Bytes.concat (passed [Bytes.replicate 70000 0x78]) `shouldBe` Just (Bytes.replicate 70000 0x78)
  where
    -- A chunk is passed on in the parts that have arrived, so that only the content of chunks is compared.
    joined = fmap (Bytes.filter (`Bytes.notElem` "0123456789abcdef\r\n") . Bytes.concat)

requests :: ByteString
requests =
  "GET /a HTTP/1.1\r\nHost: x\r\n\r\nPOST /b HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloPOST /c HTTP/1.1\nTransfer-Encoding: CHUNKED\n\n3\r\nxyz\r\n02\r\nzz\r\n0\r\n\r\nGET /d HTTP/1.0\r\n\r\n"

malformed :: [(String, ByteString)]
malformed =
  [ ("a length with a sign", "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n")
  , ("a negative length", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n")
  , ("a hexadecimal length", "POST / HTTP/1.1\r\nContent-Length: 0x1\r\n\r\n")
  , ("an empty length", "POST / HTTP/1.1\r\nContent-Length:\r\n\r\n")
  , ("two lengths", "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")
  , ("a length of chunks", "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n")
  , ("an unknown encoding", "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n")
  , ("a folded line", "POST / HTTP/1.1\r\nX: a\r\n Content-Length: 1\r\n\r\n")
  , ("white space before a colon", "POST / HTTP/1.1\r\nContent-Length : 1\r\n\r\n")
  , ("a chunk without a size", chunked "\r\n{}\r\n")
  , ("a chunk whose size is not a number", chunked "zz\r\n{}\r\n")
  , ("a chunk that is longer than its size", chunked "1\r\n{}\r\n")
  , ("a chunk beyond any memory", chunked "fffffffffffffffff\r\n")
  ]
  where
    chunked = ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" <>)

-- | What is passed on of bytes that arrive in these parts; 'Nothing' if they are refused.
passed :: [ByteString] -> Maybe [ByteString]
passed = go start Bytes.empty
  where
    go :: Phase -> ByteString -> [ByteString] -> Maybe [ByteString]
    go phase bytes arriving
      | Bytes.null bytes = more phase bytes arriving
      | otherwise = case step phase bytes of
        Emit text phase' later -> (text :) <$> go phase' later arriving
        More phase' later -> more phase' later arriving
        Malformed -> Nothing
    more phase bytes = \case
      [] -> Just []
      next : later -> go phase (bytes <> next) later

split :: [Int] -> ByteString -> [ByteString]
split sizes text = case sizes of
  size : later | size < Bytes.length text -> Bytes.take size text : split later (Bytes.drop size text)
  _ -> [text]
