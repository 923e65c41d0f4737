-- | The bot's identifier and configuration.
module Botyard.Input
  ( parse
  , Input
  , botId
  , config
  ) where

import Botyard.Errors.Describe (kindOf)
import Botyard.Errors.Failure (because, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Json.Read (readObject)
import qualified Botyard.Process.Environment as Environment
import Control.Exception (throwIO)
import Data.Aeson (Object)
import Data.Text (Text)
import GHC.Stack (HasCallStack)

-- | What the platform passes to a bot.
data Input = Input
  { botId :: Text
  -- ^ The identifier of the bot, exactly as it is in @BOT_ID@.
  , config :: Object
  -- ^ The configuration, which the platform has checked by the bot's schema.
  }
  deriving stock (Eq, Show)

-- | Reads the bot's identifier and configuration from @BOT_ID@ and @BOT_CONFIG@, anew at each call [IN-4].
--
-- The configuration can be read as a type with 'Data.Aeson.fromJSON':
--
-- > input <- Input.parse
-- > settings <- case fromJSON (Object (Input.config input)) of
-- >   Error reason -> fail reason
-- >   Success settings -> pure (settings :: Settings)
--
-- Errors: @input.missing_bot_id@, @input.missing_bot_config@, @input.invalid_bot_config@ (its cause gives the
-- position), @input.config_not_object@, in this order [IN-2]. None of them quotes the config.
parse :: HasCallStack => IO Input
parse = do
  identifier <- Environment.get "BOT_ID" >>= orFail InputMissingBotId
  text <- Environment.raw "BOT_CONFIG" >>= orFail InputMissingBotConfig
  case readObject text of
    Left malformed -> throwIO (because malformed (failure InputInvalidBotConfig []))
    Right (Left other) -> throwIO (failure InputConfigNotObject [("kind", kindOf other)])
    Right (Right object) -> pure (Input identifier object)
  where
    orFail code = maybe (throwIO (failure code [])) pure
