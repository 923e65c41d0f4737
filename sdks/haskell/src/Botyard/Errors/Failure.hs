-- | The error type, and how the SDK makes its errors.
module Botyard.Errors.Failure
  ( BotyardError (..)
  , because
  , failure
  , messageOf
  ) where

import Botyard.Errors.Table (ErrorCode, codeName, entry)
import Control.Exception (ErrorCall (..), Exception (..), SomeException (..))
import Data.Maybe (fromMaybe)
import Data.Text (Text)
import qualified Data.Text as Text
import GHC.Stack (CallStack, HasCallStack, callStack)
import System.IO.Error (ioeGetErrorString, isUserError)

-- | A failure of the contract. 'displayException' and 'show' give its message with the code, the cause and the
-- advice, which is what an uncaught one prints.
data BotyardError = BotyardError
  { code :: ErrorCode
  -- ^ The code of the error table, such as 'Botyard.Errors.StateReadOnly'.
  , message :: Text
  -- ^ The sentence of the error table, with what was passed [ERR-2].
  , next :: Text
  -- ^ The advice of the error table: what to do next, in full sentences [ERR-3].
  , cause :: Maybe SomeException
  -- ^ The exception that led to it, if there is one.
  , calls :: CallStack
  -- ^ Where the SDK was called.
  }

instance Show BotyardError where
  showsPrec _ own =
    showString . Text.unpack $
      Text.intercalate "\n" ((message own <> " [" <> codeName (code own) <> "]") : origin <> [next own])
    where
      origin = maybe [] (\inner -> ["Caused by: " <> messageOf inner]) (cause own)

instance Exception BotyardError

-- | Makes the error of a code, with a value for each placeholder of its message.
failure :: HasCallStack => ErrorCode -> [(Text, Text)] -> BotyardError
failure which values =
  BotyardError
    { code = which
    , message = filled template values
    , next = advice
    , cause = Nothing
    , calls = callStack
    }
  where
    (template, advice) = entry which

-- | Adds the cause.
because :: Exception e => e -> BotyardError -> BotyardError
because origin own = own{cause = Just (toException origin)}

-- | Replaces the placeholders in one pass, so that braces inside a value are left alone.
filled :: Text -> [(Text, Text)] -> Text
filled template values = case Text.breakOn "{" template of
  (before, "") -> before
  (before, rest) -> before <> value <> filled (Text.drop 1 after) values
    where
      (name, after) = Text.break (== '}') (Text.drop 1 rest)
      value = fromMaybe ("{" <> name <> "}") (lookup name values)

-- | The message of an exception, without the prefix and the call stack that 'show' adds [Q-8].
messageOf :: SomeException -> Text
messageOf raised@(SomeException inner)
  | Just own <- fromException raised = message own
  | Just (ErrorCall text) <- fromException raised = Text.pack text
  | Just refused <- fromException raised, isUserError refused = Text.pack (ioeGetErrorString refused)
  | otherwise = Text.pack (displayException inner)
