-- | What failures wrap.
--
-- An exception wraps what it names as its cause. What was being handled when it was thrown, which GHC notes since 9.10, is
-- no cause.
module Botyard.Query.Causes
  ( causesOf
  , failureIn
  ) where

import Botyard.Errors.Caused (Caused (..))
import qualified Botyard.Errors.Failure as Errors
import Control.Concurrent.Async (ExceptionInLinkedThread (..))
import Control.Exception (SomeException, fromException, toException)
import Data.Maybe (maybeToList)

-- | The exception itself, without its cause.
failureIn :: SomeException -> SomeException
failureIn raised = maybe raised (\(Caused failure _) -> failureIn (toException failure)) (fromException raised)

-- | Everything that an exception wraps, directly or through others, from its own cause on [Q-48]. At most 1000, because
-- causes can be a cycle.
causesOf :: SomeException -> [SomeException]
causesOf = take 1000 . go . wrappedBy
  where
    go = \case
      [] -> []
      next : others -> failureIn next : go (others <> wrappedBy next)

wrappedBy :: SomeException -> [SomeException]
wrappedBy raised
  | Just (Caused failure cause) <- fromException raised = wrappedBy (toException failure) <> [toException cause]
  | Just (ExceptionInLinkedThread _ cause) <- fromException raised = [cause]
  | Just own <- fromException raised = maybeToList (Errors.cause own)
  | otherwise = []
