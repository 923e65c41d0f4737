-- | The outcomes of queries, and their documents [Q-7].
module Botyard.Query.Answer
  ( HttpQuery (..)
  , Outcome
  , answerHttp
  , answerOneShot
  , failureOf
  , httpOf
  , oneShotOf
  ) where

import Botyard.Errors.Describe (cut)
import qualified Botyard.Errors.Failure as Errors
import Botyard.Errors.Table (ErrorCode (..), codeName)
import Botyard.Json.Read (readObject)
import Botyard.Json.Write (NoForm (..), quote, text)
import Botyard.Query.Causes (causesOf, failureIn)
import Botyard.Query.Failure (Failure (..), Raised (..), raisedOf)
import Botyard.Query.Registry (Handler, find)
import Botyard.Query.Request (Request)
import qualified Botyard.Query.Request as Request
import Botyard.Query.Target (parseQuery)
import Botyard.Utf8 (decodeLossy)
import Control.Exception
  ( BlockedIndefinitelyOnMVar (..)
  , BlockedIndefinitelyOnSTM (..)
  , SomeException
  , catch
  , fromException
  , try
  )
import Data.Aeson (Object, Value, toJSON)
import qualified Data.Aeson.KeyMap as KeyMap
import Data.ByteString (ByteString)
import Data.ByteString.Builder (Builder, byteString)
import Data.Maybe (mapMaybe)
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (encodeUtf8)

data Outcome
  = Answered Value
  | -- | The handler failed; the message, and how it failed.
    HandlerFailed Text Failure
  | UnknownPath Text [Text]
  | Refused ErrorCode Text

-- | The parts of a query that came over HTTP.
data HttpQuery = HttpQuery
  { method :: ByteString
  , path :: Text
  -- ^ Decoded.
  , queryString :: ByteString
  -- ^ Without the question mark.
  , body :: Maybe ByteString
  -- ^ 'Nothing' if it is larger than 'Botyard.Query.Server.Framing.maxBody'.
  }

-- | Answers the query of a one-shot process; the path is not decoded, the parameters are JSON [Q-16].
answerOneShot :: Text -> ByteString -> IO Outcome
answerOneShot queried params =
  find queried >>= \case
    Left available -> pure (unknownPath queried available)
    Right handler -> withParams params (run handler . Request.make queried)

-- | Answers a query that came over HTTP: method, path, size of the body, parameters, handler, in this order [Q-7].
answerHttp :: HttpQuery -> IO Outcome
answerHttp query
  | method query `notElem` ["GET", "POST"] =
    pure (refused QueryMethodNotAllowed [("method", decodeLossy (method query))])
  | otherwise =
    find (path query) >>= \case
      Left available -> pure (unknownPath (path query) available)
      Right handler -> case body query of
        Nothing -> pure (refused QueryBodyTooLarge [])
        Just "" -> run handler (Request.make (path query) fromTarget)
        -- A parameter of the body wins [Q-22].
        Just content -> withParams content (run handler . Request.make (path query) . (`KeyMap.union` fromTarget))
  where
    fromTarget = parseQuery (queryString query)

withParams :: ByteString -> (Object -> IO Outcome) -> IO Outcome
withParams params answer = case readObject params of
  Right (Right given) -> answer given
  _ -> pure (refused QueryParamsNotObject [("text", cut 100 (decodeLossy params))])

-- | Everything that unwinds out of the handler is its failure, asynchronous exceptions too [Q-12].
run :: Handler -> Request -> IO Outcome
run handler request =
  try (handler request) >>= \case
    Right (Right answer) -> pure (Answered answer)
    Right (Left (NoForm why _)) ->
      pure (HandlerFailed ("the answer of " <> Request.path request <> " has no JSON form") (NoAnswer why))
    -- An exception whose own value fails when it is looked at fails with that.
    Left raised -> outcomeOf raised `catch` outcomeOf
  where
    outcomeOf :: SomeException -> IO Outcome
    outcomeOf raised
      | own : _ <- filter isRefusal (mapMaybe fromException (failureIn raised : causesOf raised)) =
        pure (Refused QueryInvalidParam (Errors.message own))
      | Just BlockedIndefinitelyOnMVar <- fromException raised = pure neverAnswered
      | Just BlockedIndefinitelyOnSTM <- fromException raised = pure neverAnswered
      | otherwise = do
        details <- raisedOf raised
        let own = message details
        pure (HandlerFailed (if Text.null own then "the handler failed without a message" else own) (Threw details))
    isRefusal own = Errors.code own == QueryInvalidParam
    neverAnswered = HandlerFailed ("the handler of " <> Request.path request <> " never answered") NeverAnswered

refused :: ErrorCode -> [(Text, Text)] -> Outcome
refused code values = Refused code (Errors.message (Errors.failure code values))

unknownPath :: Text -> [Text] -> Outcome
unknownPath queried = UnknownPath (Errors.message (Errors.failure QueryUnknownPath [("path", queried)]))

-- | The message and the details of a handler's failure, for the log.
failureOf :: Outcome -> Maybe (Text, Failure)
failureOf = \case
  HandlerFailed own how -> Just (own, how)
  _ -> Nothing

-- | The one-shot answer: the document for @RESULT_PATH@, and the exit code.
oneShotOf :: Outcome -> (Builder, Int)
oneShotOf outcome = case outcome of
  Answered answer -> ("{\"status\":\"ok\",\"data\":" <> text answer <> "}", 0)
  HandlerFailed own _ -> (document own (Just QueryHandlerFailed) [], 1)
  _ -> (snd (httpOf outcome), 1)

-- | The answer over HTTP: the status and the body.
httpOf :: Outcome -> (Int, Builder)
httpOf = \case
  Answered answer -> (200, text answer)
  HandlerFailed own _ -> (500, document own Nothing [])
  UnknownPath own available -> (404, document own (Just QueryUnknownPath) available)
  Refused code own -> (statusOf code, document own (Just code) [])
  where
    statusOf = \case
      QueryMethodNotAllowed -> 405
      QueryBodyTooLarge -> 413
      _ -> 400

document :: Text -> Maybe ErrorCode -> [Text] -> Builder
document own code available =
  "{\"status\":\"error\",\"error\":" <> quote own
    <> foldMap (\which -> ",\"code\":\"" <> byteString (encodeUtf8 (codeName which)) <> "\"") code
    <> (if null available then "" else ",\"available_queries\":" <> text (toJSON available))
    <> "}"
