-- | Ops that call one function.
module Call (call, failWith) where

import qualified Botyard
import qualified Botyard.Input as Input
import qualified Botyard.Log as Log
import qualified Botyard.Query as Query
import Botyard.Query.Request (Request)
import qualified Botyard.Query.Request as Request
import qualified Botyard.State as State
import qualified Botyard.Stop as Stop
import Control.Concurrent (threadDelay)
import Control.Concurrent.MVar (newEmptyMVar, takeMVar)
import Data.Aeson (Result (..), ToJSON, Value (..), fromJSON, object, toJSON, (.=))
import qualified Data.ByteString as Bytes
import Data.Functor.Identity (Identity (..))
import Data.Maybe (fromMaybe, isJust, listToMaybe)
import Data.Scientific (toBoundedInteger)
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (encodeUtf8)
import Data.Typeable (Typeable, cast)
import Made (Made, nothing, textOf, valueOf)
import Shape (shaped)
import System.Exit (ExitCode (..), exitWith)
import System.IO (hClose, stderr, stdout)
import System.Posix.ByteString (RawFilePath, changeWorkingDirectory, closeFd, fileExist)
import qualified System.Posix.ByteString as Posix
import qualified System.Posix.Env.ByteString as Env
import Trace (Place (..), codeFolder)

-- | Calls the function and returns its value; 'Nothing' if there is no such op.
call :: Place -> Text -> [Made] -> Maybe (IO Value)
call place name args = case (name, args) of
  ("input.parse", _) -> Just ((\input -> bot (Input.botId input, Object (Input.config input))) <$> Input.parse)
  ("input.parse_as", _) -> Just (bot <$> shaped first Input.parseAs)
  ("metric", [_, given]) -> value (Botyard.metric first given)
  ("log.debug", [_]) -> value (Log.debug first)
  ("log.info", [_]) -> value (Log.info first)
  ("log.warn", [_]) -> value (Log.warn first)
  ("log.error", [_]) -> value (Log.error first)
  ("log.debug", [_, given]) -> value (Log.debugWith first given)
  ("log.info", [_, given]) -> value (Log.infoWith first given)
  ("log.warn", [_, given]) -> value (Log.warnWith first given)
  ("log.error", [_, given]) -> value (Log.errorWith first given)
  ("success", [_]) -> value (Botyard.success first)
  ("success_with_data", [_, given]) -> value (Botyard.successWithData first given)
  ("error", [_]) -> Just (Botyard.error first)
  ("error_with_data", [_, given]) -> Just (Botyard.errorWithData first given)
  ("result", [given]) -> value (Botyard.result given)
  ("state.get", _) -> Just (fromMaybe (valueOf second) <$> State.get first)
  ("state.get_as", _ : shape : rest) -> Just (fromMaybe (maybe Null valueOf (listToMaybe rest)) <$> shaped (textOf shape) (State.getAs first))
  ("state.set", [_, given]) -> value (State.set first given)
  ("state.delete", _) -> value (State.delete first)
  ("state.exists", _) -> value (State.exists first)
  ("state.clear", _) -> value State.clear
  ("state.list", _) -> value State.list
  ("query.get_config", _) -> value Query.getConfig
  ("query.run", _) -> Just Query.run
  ("stop.requested", _) -> value Stop.requested
  ("stop.wait", [seconds]) | Success time <- fromJSON (valueOf seconds) -> value (Stop.wait time)
  ("fail", []) -> Just (failWith "")
  ("fail", _) -> Just (failWith first)
  ("exit", [code]) -> Just (exitWith (exitOf code))
  ("never", _) -> Just (newEmptyMVar >>= takeMVar)
  ("print", _) -> value (Bytes.hPut stdout (encodeUtf8 first))
  ("eprint", _) -> value (Bytes.hPut stderr (encodeUtf8 first))
  ("environment.set", [_, given]) | Null <- valueOf given -> value (Env.unsetEnv (encodeUtf8 first))
  ("environment.set", _) -> value (Env.setEnv (encodeUtf8 first) (encodeUtf8 (textOf second)) True)
  ("chdir", _) -> value (changeWorkingDirectory file)
  ("close", _) -> value (hClose (if first == "stdout" then stdout else stderr))
  ("touch", _) -> value (Posix.createFile file 0o666 >>= closeFd)
  ("wait_for", _) -> value (waitFor file)
  _ -> request place >>= ask name (if null args then "" else first) >>= Just . fmap (fromMaybe (valueOf second))
  where
    bot :: (Text, Value) -> Value
    bot (identifier, config) = object ["id" .= identifier, "config" .= config]
    first = textOf (head args)
    second = case args of
      [_, given] -> given
      _ -> nothing
    file = codeFolder <> "/" <> encodeUtf8 first

-- | aeson writes @()@ as an empty array.
value :: (ToJSON a, Typeable a) => IO a -> Maybe (IO Value)
value action = Just ((\done -> if isJust (cast @_ @() done) then Null else toJSON done) <$> action)

exitOf :: Made -> ExitCode
exitOf code = case valueOf code of
  Number size | Just number <- toBoundedInteger size, number /= 0 -> ExitFailure number
  _ -> ExitSuccess

waitFor :: RawFilePath -> IO ()
waitFor file = do
  found <- fileExist file
  if found then pure () else threadDelay 3000 >> waitFor file

ask :: Text -> Text -> Request -> Maybe (IO (Maybe Value))
ask name key asked = case name of
  "request.path" -> Just (pure (Just (String (Request.path asked))))
  "request.values" -> Just (pure (Just (Object (Request.values asked))))
  "request.params_as" -> Just (Just . runIdentity <$> shaped key (Identity <$> Request.paramsAs asked))
  "request.get" -> Just (pure (Request.get asked key))
  "request.get_string" -> typed Request.getString
  "request.get_number" -> typed Request.getNumber
  "request.get_integer" -> typed Request.getInteger
  "request.get_boolean" -> typed Request.getBoolean
  "request.get_array" -> typed Request.getArray
  "request.get_object" -> typed Request.getObject
  _ -> Nothing
  where
    typed :: ToJSON a => (Request -> Text -> IO (Maybe a)) -> Maybe (IO (Maybe Value))
    typed accessor = Just (fmap toJSON <$> accessor asked key)

-- | The op @fail@.
failWith :: Text -> IO a
failWith message = error (Text.unpack message)
