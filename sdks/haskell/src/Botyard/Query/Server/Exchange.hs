-- | Requests and answers of the server.
module Botyard.Query.Server.Exchange
  ( answering
  ) where

import Botyard.Query.Answer (HttpQuery (..), answerHttp, httpOf)
import Botyard.Query.OneShot (logFailure)
import Botyard.Query.Server.Framing (maxBody)
import Botyard.Query.Target (decode)
import Control.Concurrent.QSem (newQSem, signalQSem, waitQSem)
import Control.Exception (bracket_)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import Data.ByteString.Builder (toLazyByteString)
import qualified Data.ByteString.Char8 as Char8
import qualified Data.ByteString.Lazy as Lazy
import Data.Char (toLower)
import Data.Int (Int64)
import Data.Maybe (isNothing)
import Network.HTTP.Types (ResponseHeaders)
import qualified Network.HTTP.Types as Http
import Network.Wai
  ( Application
  , Request
  , RequestBodyLength (..)
  , getRequestBodyChunk
  , rawPathInfo
  , rawQueryString
  , requestBodyLength
  , requestMethod
  , responseLBS
  )

-- | Answers each request in the thread of its connection; at most 64 handlers run at once [Q-45].
answering :: IO Application
answering = do
  free <- newQSem 64
  pure $ \request respond -> do
    content <- bodyOf request
    let query =
          HttpQuery
            { method = requestMethod request
            , path = decode (withoutHost (rawPathInfo request))
            , queryString = Bytes.drop 1 (rawQueryString request)
            , body = content
            }
    (status, built) <- bracket_ (waitQSem free) (signalQSem free) $ do
      outcome <- answerHttp query
      logFailure (path query) outcome
      pure (httpOf outcome)
    let document = toLazyByteString built
    respond (responseLBS (toEnum status) (headersOf status (isNothing content) (Lazy.length document)) document)

-- | The path of an absolute target [Q-24]. warp knows only schemes in lower-case letters.
withoutHost :: ByteString -> ByteString
withoutHost target
  | Char8.map toLower (Bytes.take 7 target) == "http://" = pathOf (Bytes.drop 7 target)
  | Char8.map toLower (Bytes.take 8 target) == "https://" = pathOf (Bytes.drop 8 target)
  | otherwise = target
  where
    pathOf = Char8.dropWhile (/= '/')

-- | Reads a body; 'Nothing' if it is larger than the contract allows, whose rest is not read here.
bodyOf :: Request -> IO (Maybe ByteString)
bodyOf request = case requestBodyLength request of
  KnownLength size | size > fromIntegral maxBody -> pure Nothing
  _ -> go 0 []
  where
    go size chunks = do
      chunk <- getRequestBodyChunk request
      let size' = size + Bytes.length chunk
      if Bytes.null chunk
        then pure (Just (Bytes.concat (reverse chunks)))
        else if size' > maxBody then pure Nothing else go size' (chunk : chunks)

-- | The answer to a body that is too large is the last of its connection [Q-50].
headersOf :: Int -> Bool -> Int64 -> ResponseHeaders
headersOf status isLast size =
  [ (Http.hContentType, "application/json")
  , (Http.hContentLength, Char8.pack (show size))
  ]
    <> [("Allow", "GET, POST") | status == 405]
    <> [("Connection", "close") | isLast]
