-- | The bot's identifier and configuration, which the platform passes in the variables @BOT_ID@ and @BOT_CONFIG@.
module Botyard.Input
  ( parse
  , parseAs
  , Input
  , botId
  , config
  ) where

import Botyard.Errors.Describe (kindOf)
import Botyard.Errors.Failure (because, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Json.Misfit (sentenceWithout)
import Botyard.Json.Read (readObject)
import Botyard.Json.Typed (readAs)
import qualified Botyard.Process.Environment as Environment
import Control.Exception (throwIO)
import Data.Aeson (FromJSON, Object, Value (Object))
import Data.Text (Text)
import GHC.Stack (HasCallStack)

-- | What the platform passes to a bot.
--
-- > input <- Input.parse
-- > Botyard.metric "config" (Input.config input)
--
-- Its 'show' form has the configuration, which may contain secrets.
data Input = Input
  { botId :: Text
  -- ^ The identifier of the bot, exactly as it is in @BOT_ID@.
  --
  -- > input <- Input.parse
  -- > print (Input.botId input) -- "b1"
  , config :: Object
  -- ^ The configuration, which the platform has checked by the bot's schema. It is the bot's own copy.
  --
  -- > input <- Input.parse
  -- > print (KeyMap.lookup "symbol" (Input.config input)) -- Just (String "AAPL")
  }
  deriving stock (Eq, Show)

-- | Reads the bot's identifier and configuration from @BOT_ID@ and @BOT_CONFIG@, anew at each call [IN-4].
--
-- > input <- Input.parse
-- > print (KeyMap.lookup "symbol" (Input.config input)) -- Just (String "AAPL")
--
-- Errors: @input.missing_bot_id@ and @input.missing_bot_config@ if the variable is not set or empty,
-- @input.invalid_bot_config@ if the configuration is not JSON (its cause gives the position), @input.config_not_object@ if
-- it is not an object, in this order [IN-2]. None of them quotes the config.
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

-- | Reads the bot's identifier, and its configuration as any type that aeson can read [IN-6].
--
-- > data Config = Config {symbol :: Text, shares :: Maybe Int}
-- >   deriving (Generic, FromJSON)
-- >
-- > main :: IO ()
-- > main = do
-- >   (botId, config) <- Input.parseAs
-- >   print (botId, symbol config) -- ("b1","AAPL")
--
-- What fits is as for 'Botyard.State.getAs'.
--
-- Errors: as 'parse', and @input.wrong_type@ if the configuration does not fit the type; its message has the path of the
-- first part that does not, such as @legs[0].size@. It has no cause, because aeson's messages quote values [IN-5].
parseAs :: (HasCallStack, FromJSON a) => IO (Text, a)
parseAs = do
  Input identifier given <- parse
  either (wrong (Object given)) (pure . (identifier,)) (readAs (Object given))
  where
    wrong given misfit = throwIO (failure InputWrongType [("reason", sentenceWithout given misfit)])
