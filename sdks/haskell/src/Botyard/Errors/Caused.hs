-- | Failures that name their causes.
module Botyard.Errors.Caused
  ( Caused (..)
  ) where

import Botyard.Errors.Failure (messageOf)
import Control.Exception (Exception (..))
import qualified Data.Text as Text

-- | An exception and the one that caused it, for a bot that throws an exception of its own in place of another one. Haskell
-- has no means to ask an exception for its cause, so that other types with an exception in a field tell nothing of it.
--
-- > import Control.Exception (catch, throwIO)
-- >
-- > main :: IO ()
-- > main = do
-- >   Query.handler "/trades" $ \request ->
-- >     Request.getInteger request "limit" `catch` \refused ->
-- >       throwIO (Errors.Caused (userError "the trades cannot be listed") (refused :: BotyardError))
-- >   Query.run
-- > -- /trades?limit=5 answers 5
--
-- A handler that fails with it fails with the exception itself, and the log record names the cause, and what caused that. If
-- one of these is the @query.invalid_param@ of an accessor, the query is answered as by that alone [Q-48, Q-49].
--
-- It is caught as 'Caused' or as 'Control.Exception.SomeException', not as the exception in it.
data Caused = forall failure cause. (Exception failure, Exception cause) => Caused failure cause

instance Show Caused where
  showsPrec _ (Caused failure cause) =
    showString (Text.unpack (messageOf (toException failure) <> "\nCaused by: ")) . shows (toException cause)

instance Exception Caused
