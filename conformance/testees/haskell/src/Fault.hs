-- | How an op fails.
module Fault (Ending (..), endingOf, faultOf) where

import Botyard.Errors (BotyardError)
import qualified Botyard.Errors as Errors
import Control.Exception
import Data.Aeson (Value, object, (.=))
import Data.Text (Text)
import qualified Data.Text as Text
import System.Exit (ExitCode)
import System.IO.Error (ioeGetErrorString, isUserError)

-- | Whether an exception is the failure of an op, or ends the process or the handler.
data Ending = Failed | Ended

endingOf :: SomeException -> Ending
endingOf raised
  | Just (_ :: ExitCode) <- fromException raised = Ended
  | Just BlockedIndefinitelyOnMVar <- fromException raised = Ended
  | otherwise = Failed

-- | What the trace contains of a failure.
faultOf :: SomeException -> Value
faultOf raised = case fromException raised :: Maybe BotyardError of
  _ | Just (Errors.Caused failed cause) <- fromException raised -> fault Nothing (messageOf (toException failed)) Nothing (Just (messageOf (toException cause)))
  Just own -> fault (Just (Errors.codeName (Errors.code own))) (Errors.message own) (Just (Errors.next own)) (messageOf <$> Errors.cause own)
  Nothing -> fault Nothing (messageOf raised) Nothing Nothing
  where
    fault :: Maybe Text -> Text -> Maybe Text -> Maybe Text -> Value
    fault code message next cause =
      object ["code" .= code, "message" .= message, "next" .= next, "cause" .= cause]

messageOf :: SomeException -> Text
messageOf raised@(SomeException inner)
  | Just (ErrorCall message) <- fromException raised = Text.pack message
  | Just refused <- fromException raised, isUserError refused = Text.pack (ioeGetErrorString refused)
  | otherwise = Text.pack (displayException inner)
