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

-- | A failure of the contract [ERR-1]: a 'code' for programs, a 'message' and advice ('next') for people, and the 'cause',
-- if there is one. 'displayException' and 'show' give all of them as text, which is what GHC prints of one that @main@ does
-- not catch; the process then ends with exit code 1.
--
-- > refused <- try @BotyardError (State.set "" (1 :: Int))
-- > print (either Errors.code (const Errors.StateCorrupt) refused) -- StateInvalidKey
data BotyardError = BotyardError
  { code :: ErrorCode
  -- ^ The code of the error table: what failed, for programs.
  --
  -- > Left refused <- try @BotyardError (State.set "" (1 :: Int))
  -- > print (Errors.code refused == Errors.StateInvalidKey) -- True
  , message :: Text
  -- ^ The sentence of the error table, with what was passed [ERR-2]. It contains neither the code nor the advice.
  --
  -- > let request = Request.make "/trades" (KeyMap.fromList [("limit", "many")])
  -- > Left refused <- try @BotyardError (Request.getInteger request "limit")
  -- > Text.putStrLn (Errors.message refused) -- parameter "limit" must be an integer, got "many"
  , next :: Text
  -- ^ The advice of the error table: what to do next, in full sentences [ERR-3].
  --
  -- > let request = Request.make "/trades" (KeyMap.fromList [("limit", "many")])
  -- > Left refused <- try @BotyardError (Request.getInteger request "limit")
  -- > Text.putStrLn (Errors.next refused) -- Send the parameter with the expected type, or leave it out.
  , cause :: Maybe SomeException
  -- ^ The exception that led to it, if there is one: that of the system if it refused to read or write, that of the
  -- reader of JSON, or one inside the data.
  --
  -- > Left refused <- try @BotyardError (Botyard.metric "price" (object ["value" .= (error "no price" :: Double)]))
  -- > print (fmap (takeWhile (/= '\n') . displayException) (Errors.cause refused)) -- Just "no price"
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
