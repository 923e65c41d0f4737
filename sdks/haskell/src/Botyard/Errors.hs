-- | The errors of the SDK.
--
-- Every failure of the SDK is thrown as a 'BotyardError' with a code of the contract [ERR-1]:
--
-- > import Control.Exception (handleJust)
-- > import qualified Botyard.Errors as Errors
-- > import qualified Botyard.State as State
-- >
-- > setOrSkip :: Double -> IO ()
-- > setOrSkip = handleJust readOnly pure . State.set "last"
-- >   where
-- >     readOnly failure = if Errors.code failure == Errors.StateReadOnly then Just () else Nothing
-- >
-- > main :: IO ()
-- > main = setOrSkip 187.5
module Botyard.Errors
  ( -- * The error
    BotyardError
  , code
  , message
  , next
  , cause

    -- * An error with a cause
  , Caused (..)

    -- * Its code
  , ErrorCode (..)
  , codeName
  ) where

import Botyard.Errors.Caused (Caused (..))
import Botyard.Errors.Failure (BotyardError (..))
import Botyard.Errors.Table (ErrorCode (..), codeName)
