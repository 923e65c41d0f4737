-- | A query to a bot: its path and its parameters.
--
-- Parameters of a query string are texts. The typed accessors accept a value of the JSON type that they name and, except
-- for strings, its text form: @limit=5@ is the integer 5 [Q-34]. An absent parameter and @null@ are 'Nothing', so a
-- default is given with 'Data.Maybe.fromMaybe'. Any other value is refused with @query.invalid_param@, which tells the
-- caller which parameter is wrong [Q-37].
--
-- > Query.handler "/trades" $ \request -> do
-- >   limit <- fromMaybe 10 <$> Request.getInteger request "limit"
-- >   take limit . fromMaybe [] <$> State.getAs @[Trade] "trades"
module Botyard.Query.Request
  ( Request
  , make
  , path
  , values

    -- * A parameter
  , get
  , getAs

    -- * A parameter of a JSON type
  , getString
  , getNumber
  , getInteger
  , getBoolean
  , getArray
  , getObject
  ) where

import Botyard.Errors.Describe (quoted, shown)
import Botyard.Errors.Failure (BotyardError, because, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Query.Accept (expectedOf, textForm)
import Control.Applicative ((<|>))
import Control.Exception (ErrorCall (..), throwIO)
import Data.Aeson (Array, FromJSON, Object, Result (..), Value (..), fromJSON)
import qualified Data.Aeson.Key as Key
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Scientific (toBoundedInteger, toRealFloat)
import Data.Text (Text)
import Data.Typeable (Proxy (..), Typeable, typeRep)

-- | What a handler receives.
data Request = Request
  { path :: Text
  -- ^ The path of the query, as it was compared with the registered paths [Q-31].
  , values :: Object
  -- ^ All parameters with their JSON types [Q-33].
  }
  deriving stock (Eq, Show)

-- | Makes a request of a path and parameters, to test a handler.
make :: Text -> Object -> Request
make = Request

-- | Returns the JSON value of a parameter [Q-32].
get :: Request -> Text -> Maybe Value
get request key = case KeyMap.lookup (Key.fromText key) (values request) of
  Just Null -> Nothing
  found -> found

-- | Returns a parameter as any type that aeson can read.
--
-- Errors: @query.invalid_param@; its cause says why the value does not fit.
getAs :: forall a. (FromJSON a, Typeable a) => Request -> Text -> IO (Maybe a)
getAs request key = traverse convert (get request key)
  where
    convert given = case (fromJSON given, fromJSON <$> textForm given) of
      (Success found, _) -> pure found
      (_, Just (Success found)) -> pure found
      (Error why, _) -> throwIO (because (ErrorCall why) (refused key given (expectedOf (typeRep (Proxy @a)))))

-- | Returns a string; only a JSON string fits [Q-36].
--
-- Errors: @query.invalid_param@.
getString :: Request -> Text -> IO (Maybe Text)
getString request key = traverse convert (get request key)
  where
    convert = \case
      String text -> pure text
      other -> throwIO (refused key other "a string")

-- | Returns a number: @1.5@ or @"1.5"@.
--
-- Errors: @query.invalid_param@.
getNumber :: Request -> Text -> IO (Maybe Double)
getNumber = typed "a number" $ \case
  Number size -> Just (toRealFloat size)
  _ -> Nothing

-- | Returns an integer in the range of 'Int': @5@, @5.0@ or @"5"@ [Q-35].
--
-- Errors: @query.invalid_param@.
getInteger :: Request -> Text -> IO (Maybe Int)
getInteger = typed "an integer" $ \case
  Number size -> toBoundedInteger size
  _ -> Nothing

-- | Returns a boolean: @true@ or @false@, also as text.
--
-- Errors: @query.invalid_param@.
getBoolean :: Request -> Text -> IO (Maybe Bool)
getBoolean = typed "true or false" $ \case
  Bool found -> Just found
  _ -> Nothing

-- | Returns an array, or the array of a JSON text.
--
-- Errors: @query.invalid_param@.
getArray :: Request -> Text -> IO (Maybe Array)
getArray = typed "an array" $ \case
  Array found -> Just found
  _ -> Nothing

-- | Returns an object, or the object of a JSON text.
--
-- Errors: @query.invalid_param@.
getObject :: Request -> Text -> IO (Maybe Object)
getObject = typed "an object" $ \case
  Object found -> Just found
  _ -> Nothing

typed :: Text -> (Value -> Maybe a) -> Request -> Text -> IO (Maybe a)
typed expected rule request key = traverse convert (get request key)
  where
    convert given = maybe (throwIO (refused key given expected)) pure (rule given <|> (textForm given >>= rule))

refused :: Text -> Value -> Text -> BotyardError
refused key given expected =
  failure QueryInvalidParam [("key", quoted key), ("expected", expected), ("value", shown given)]
