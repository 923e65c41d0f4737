-- | A query to a bot: its path and its parameters.
--
-- Parameters of a query string are texts. The typed accessors accept a value of the JSON type that they name and, except
-- for strings, its text form: @limit=5@ is the integer 5 [Q-34]. An absent parameter and @null@ are 'Nothing', so a
-- default is given with 'Data.Maybe.fromMaybe'. Any other value is refused with @query.invalid_param@, which tells the
-- caller which parameter is wrong [Q-37].
--
-- > Query.handler "/closes" $ \request -> do
-- >   limit <- fromMaybe 10 <$> Request.getInteger request "limit"
-- >   take limit . fromMaybe [] <$> State.getAs @[Double] "closes"
-- > -- /closes?limit=5 answers []
module Botyard.Query.Request
  ( Request
  , make
  , path
  , values

    -- * Parameters as types
  , get
  , getAs
  , paramsAs

    -- * A parameter of a JSON type
  , getString
  , getNumber
  , getInteger
  , getBoolean
  , getArray
  , getObject
  ) where

import Botyard.Errors.Describe (cut, quoted, shown)
import Botyard.Errors.Failure (BotyardError, because, failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Json.Misfit (placeOf)
import qualified Botyard.Json.Typed as Typed
import Botyard.Query.Accept (readParams, textForm)
import Control.Applicative ((<|>))
import Control.Exception (ErrorCall (..), throwIO)
import Data.Aeson (Array, FromJSON, Object, Value (..), parseJSON, withObject, (.:))
import qualified Data.Aeson.Key as Key
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Aeson.Types (Parser)
import Data.Scientific (toBoundedInteger, toRealFloat)
import Data.Text (Text)
import qualified Data.Text as Text

-- | What a handler receives.
--
-- > Query.handler "/echo" (\request -> pure (Request.path request, Request.values request))
-- > -- /echo?side=buy answers ["/echo",{"side":"buy"}]
data Request = Request
  { path :: Text
  -- ^ The path of the query, as it was compared with the registered paths [Q-31]: decoded, without the query string.
  --
  -- > print (Request.path (Request.make "/trades" KeyMap.empty)) -- "/trades"
  , values :: Object
  -- ^ All parameters with their JSON types [Q-33]. Those of a query string are texts, and a null is a value here.
  --
  -- > let request = Request.make "/trades" (KeyMap.fromList [("side", Null)])
  -- > print (KeyMap.member "side" (Request.values request)) -- True
  }
  deriving stock (Eq, Show)

-- | Makes a request of a path and parameters, to test a handler. The parameters are as if they came as a JSON object.
--
-- > let limit request = fromMaybe 10 <$> Request.getInteger request "limit"
-- > print =<< limit (Request.make "/trades" (KeyMap.fromList [("limit", "5")])) -- 5
make :: Text -> Object -> Request
make = Request

-- | Returns the JSON value of a parameter [Q-32]; 'Nothing' if it is absent or null.
--
-- > let request = Request.make "/trades" (KeyMap.fromList [("side", "buy")])
-- > print (Request.get request "side") -- Just (String "buy")
-- > print (Request.get request "limit") -- Nothing
get :: Request -> Text -> Maybe Value
get request key = case KeyMap.lookup (Key.fromText key) (values request) of
  Just Null -> Nothing
  found -> found

-- | Returns a parameter as any type that aeson can read, from its JSON value or from its text form.
--
-- > let request = Request.make "/trades" (KeyMap.fromList [("symbols", "[\"AAPL\",\"MSFT\"]")])
-- > print =<< Request.getAs @[Text] request "symbols" -- Just ["AAPL","MSFT"]
--
-- Errors: as 'paramsAs'.
getAs :: FromJSON a => Request -> Text -> IO (Maybe a)
getAs request key = traverse (reading (withObject "the parameters" (.: name)) . KeyMap.singleton name) (get request key)
  where
    name = Key.fromText key

-- | Returns all parameters as a type. A member that is not text also accepts the text of a query string [Q-52].
--
-- > data Newest = Newest {limit :: Int, symbol :: Maybe Text}
-- >   deriving (Generic, FromJSON, Show)
-- >
-- > main :: IO ()
-- > main = do
-- >   let request = Request.make "/newest" (KeyMap.fromList [("limit", "5")])
-- >   print =<< Request.paramsAs @Newest request -- Newest {limit = 5, symbol = Nothing}
--
-- What fits is as for 'Botyard.State.getAs'.
--
-- Errors: @query.invalid_param@ with the path of the first part that does not fit; its cause is aeson's own message.
paramsAs :: FromJSON a => Request -> IO a
paramsAs = reading parseJSON . values

reading :: (Value -> Parser a) -> Object -> IO a
reading parser = either (throwIO . refusedAs) pure . readParams parser
  where
    refusedAs misfit =
      because (ErrorCall (Text.unpack (Typed.said misfit))) $
        invalid (placeOf (Typed.path misfit)) (maybe "nothing" shown (Typed.found misfit)) $ case misfit of
          Typed.Misfit{Typed.found = Nothing} -> "present"
          Typed.Misfit{Typed.expected = Just kind} -> kind
          _ -> "valid (" <> cut 250 (Typed.said misfit) <> ")"

-- | Returns a string; only a JSON string fits [Q-36].
--
-- > let request = Request.make "/trades" (KeyMap.fromList [("side", "buy")])
-- > print =<< Request.getString request "side" -- Just "buy"
--
-- Errors: @query.invalid_param@, naming the key, if the value is not a string.
getString :: Request -> Text -> IO (Maybe Text)
getString request key = traverse convert (get request key)
  where
    convert = \case
      String text -> pure text
      other -> throwIO (refused key other "a string")

-- | Returns a number: @1.5@ or @"1.5"@, within the range of 'Double' [Q-35].
--
-- > let request = Request.make "/trades" (KeyMap.fromList [("price", "187.5")])
-- > print =<< Request.getNumber request "price" -- Just 187.5
--
-- Errors: @query.invalid_param@, naming the key, if the value is neither a number nor its text.
getNumber :: Request -> Text -> IO (Maybe Double)
getNumber = typed "a number" $ \case
  Number size -> Just (toRealFloat size)
  _ -> Nothing

-- | Returns an integer in the range of 'Int': @5@, @5.0@ or @"5"@ [Q-35].
--
-- > let request = Request.make "/trades" (KeyMap.fromList [("limit", Number 5.0)])
-- > print =<< Request.getInteger request "limit" -- Just 5
--
-- Errors: @query.invalid_param@, naming the key, if the value has a fraction, is out of range or is of another type.
getInteger :: Request -> Text -> IO (Maybe Int)
getInteger = typed "an integer" $ \case
  Number size -> toBoundedInteger size
  _ -> Nothing

-- | Returns a boolean: @true@ or @false@, also as text. @1@, @yes@ and @True@ do not fit.
--
-- > let request = Request.make "/trades" (KeyMap.fromList [("open", "true")])
-- > print =<< Request.getBoolean request "open" -- Just True
--
-- Errors: @query.invalid_param@, naming the key.
getBoolean :: Request -> Text -> IO (Maybe Bool)
getBoolean = typed "true or false" $ \case
  Bool found -> Just found
  _ -> Nothing

-- | Returns an array, or the array of a JSON text, of values of any type.
--
-- > let request = Request.make "/trades" (KeyMap.fromList [("limits", "[10,20]")])
-- > print =<< Request.getArray request "limits" -- Just [Number 10.0,Number 20.0]
--
-- Errors: @query.invalid_param@, naming the key.
getArray :: Request -> Text -> IO (Maybe Array)
getArray = typed "an array" $ \case
  Array found -> Just found
  _ -> Nothing

-- | Returns an object, or the object of a JSON text.
--
-- > let request = Request.make "/trades" (KeyMap.fromList [("range", object ["to" .= (9 :: Int)])])
-- > range <- Request.getObject request "range"
-- > print (KeyMap.lookup "to" =<< range) -- Just (Number 9.0)
--
-- Errors: @query.invalid_param@, naming the key.
getObject :: Request -> Text -> IO (Maybe Object)
getObject = typed "an object" $ \case
  Object found -> Just found
  _ -> Nothing

typed :: Text -> (Value -> Maybe a) -> Request -> Text -> IO (Maybe a)
typed expected rule request key = traverse convert (get request key)
  where
    convert given = maybe (throwIO (refused key given expected)) pure (rule given <|> (textForm given >>= rule))

refused :: Text -> Value -> Text -> BotyardError
refused key = invalid key . shown

invalid :: Text -> Text -> Text -> BotyardError
invalid key value expected = failure QueryInvalidParam [("key", quoted key), ("expected", expected), ("value", value)]
