module Botyard.Utf8Spec (spec) where

import Botyard.Utf8 (decodeLossy)
import qualified Data.ByteString as Bytes
import qualified Data.Text as Text
import Data.Text.Encoding (encodeUtf8)
import Test.Hspec
import Test.Hspec.QuickCheck (prop)

spec :: Spec
spec = do
  prop "decodes every text" $ \characters ->
    let text = Text.pack characters in decodeLossy (encodeUtf8 text) == text

  prop "accepts all bytes" $ \bytes -> Text.length (decodeLossy (Bytes.pack bytes)) <= length bytes

  it "replaces each maximal ill-formed subpart by one character" $
    map decodeLossy ["\xf0\x9f\x98", "\xed\xa0\x80", "\xc0\x80", "a\xffz", "\xe2\x82\xe2\x82\xac"]
      `shouldBe` ["\xFFFD", "\xFFFD\xFFFD\xFFFD", "\xFFFD\xFFFD", "a\xFFFDz", "\xFFFD€"]
