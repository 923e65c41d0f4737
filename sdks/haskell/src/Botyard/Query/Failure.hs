-- | The log records of failed queries.
module Botyard.Query.Failure
  ( Failure (..)
  , Raised (..)
  , raisedOf
  , record
  ) where

import Botyard.Errors.Describe (cut)
import Botyard.Errors.Failure (messageOf)
import qualified Botyard.Errors.Failure as Errors
import Botyard.Log.Line (Level (..), line)
import Botyard.Query.Causes (causesOf, failureIn)
import Control.Applicative ((<|>))
import Control.Exception
  ( ErrorCall (..)
  , SomeAsyncException (..)
  , SomeException (..)
  , evaluate
  , fromException
  , try
  )
import Data.Aeson (object, (.=))
import Data.ByteString (ByteString)
import Data.Maybe (catMaybes, listToMaybe, mapMaybe)
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Read (decimal)
import Data.Time.Clock.System (SystemTime)
import Data.Typeable (tyConName, typeOf, typeRepTyCon)
import GHC.Stack (prettyCallStack)

-- | How a handler failed.
data Failure
  = -- | It threw an exception.
    Threw Raised
  | -- | Its answer has no JSON form, for this reason.
    NoAnswer Text
  | -- | It waits for something that cannot happen.
    NeverAnswered

-- | An exception, as far as its details are known [Q-40].
data Raised = Raised
  { message :: Text
  -- ^ Its own message; empty if it has none.
  , kind :: Text
  -- ^ The name of its type.
  , place :: Maybe (Text, Int)
  -- ^ The file and the line where it was raised.
  , stack :: Maybe Text
  -- ^ GHC's text of the call stack, innermost call first.
  , causes :: [(Text, Text)]
  -- ^ The name of the type and the message of each cause, from its own on [Q-49].
  }

-- | The details of an exception. Its message is evaluated here, and may fail itself.
raisedOf :: SomeException -> IO Raised
raisedOf raised = do
  (name, own) <- described failed
  wrapped <- traverse described (take 8 (causesOf raised))
  let found = stackOf failed
  pure (Raised own name ((found >>= placeIn) <|> prefixed name own) found wrapped)
  where
    failed = failureIn raised
    prefixed name text = if name `elem` withPlace then placeAt text else Nothing

-- | The name of the type and the message.
described :: SomeException -> IO (Text, Text)
described raised@(SomeException outer) = do
  text <- try (let text = messageOf raised in Text.length text `seq` evaluate text)
  pure (name, either (\(_ :: SomeException) -> "") id text)
  where
    name
      | Just (SomeAsyncException inner) <- fromException raised = nameOf inner
      | otherwise = nameOf outer
    nameOf inner = Text.pack (tyConName (typeRepTyCon (typeOf inner)))

-- | The types of exceptions whose message begins with the place.
withPlace :: [Text]
withPlace = ["AssertionFailed", "NoMethodError", "PatternMatchFail", "RecConError", "RecSelError", "RecUpdError"]

-- | The call stack of a call of 'error' or 'undefined', or of the SDK; other exceptions have none.
stackOf :: SomeException -> Maybe Text
stackOf raised
  | Just (ErrorCallWithLocation _ found) <- fromException raised, not (null found) = Just (Text.pack found)
  | Just own <- fromException raised = Just (Text.pack (prettyCallStack (Errors.calls own)))
  | otherwise = Nothing

-- | The place of the innermost call that is in neither GHC's libraries nor the SDK [Q-41].
placeIn :: Text -> Maybe (Text, Int)
placeIn = listToMaybe . mapMaybe called . Text.lines
  where
    called frame = do
      let (_, after) = Text.breakOn ", called at " frame
      found@(file, _) <- placeAt (Text.drop 12 after)
      if "libraries/" `Text.isPrefixOf` file || " in botyard-" `Text.isInfixOf` after then Nothing else Just found

-- | Reads @file:line:column@, or @file:(line,column)-…@ as in failed pattern matches.
placeAt :: Text -> Maybe (Text, Int)
placeAt text = do
  let (file, rest) = Text.breakOn ".hs:" text
      position = Text.drop 4 rest
  (number, after) <- either (const Nothing) Just (decimal (Text.dropWhile (== '(') position))
  if Text.any (== ' ') file || not (Text.isPrefixOf ":" after || Text.isPrefixOf "," after)
    then Nothing
    else Just (file <> ".hs", number)

-- | The log line of a failure; without a path, of work that a handler left behind [Q-39 … Q-44].
record :: Text -> Maybe Text -> Failure -> SystemTime -> ByteString
record own path how = line Error (cut 2000 own) (Just (object (catMaybes entries)))
  where
    entries = (("path" .=) . cut 250 <$> path) : detailsOf how
    detailsOf = \case
      NeverAnswered -> []
      NoAnswer why -> [Just ("reason" .= cut 1000 why)]
      Threw raised ->
        [ Just ("type" .= cut 250 (kind raised))
        , ("file" .=) . cut 1000 . fst <$> place raised
        , ("line" .=) . snd <$> place raised
        , ("stack" .=) . cut (if null (causes raised) then 7000 else 4000) <$> stack raised
        , ("cause" .= map causeOf (causes raised)) <$ listToMaybe (causes raised)
        ]
    causeOf (name, text) = object ["type" .= cut 100 name, "message" .= cut 250 text]
