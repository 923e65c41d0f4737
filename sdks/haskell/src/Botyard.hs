-- | The SDK for bots of the Botyard platform: configuration, metrics, logs, results, state and queries.
--
-- Its modules are meant to be imported qualified, this one too:
--
-- > {-# LANGUAGE OverloadedStrings #-}
-- >
-- > import qualified Botyard
-- > import qualified Botyard.Input as Input
-- > import Data.Aeson (object, (.=))
-- >
-- > main :: IO ()
-- > main = do
-- >   input <- Input.parse
-- >   Botyard.metric "price" (object ["bot" .= Input.botId input, "value" .= (187.5 :: Double)])
-- >   Botyard.success "read one price"
--
-- Data is anything with an instance of 'Data.Aeson.ToJSON' and an object as its JSON form. Every function fails by
-- throwing a 'BotyardError'; the codes that it can have are named with each function. Names in square brackets, such as
-- [MET-1], are clauses of the project's reference page /The bot contract/.
--
-- A statement of an example stands in the @main@ of a bot with the imports above, and the other modules imported by their
-- last name, such as @import qualified Botyard.State as State@. What it prints is shown behind it.
module Botyard
  ( -- * Metrics
    metric

    -- * The result of a scheduled run
  , success
  , successWithData
  , error
  , errorWithData
  , result

    -- * Errors
  , BotyardError
  ) where

import Botyard.Errors (BotyardError)
import Botyard.Metric (metric)
import Botyard.Result (error, errorWithData, result, success, successWithData)
import Prelude ()
