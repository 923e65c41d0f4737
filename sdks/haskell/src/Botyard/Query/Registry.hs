-- | The handlers of a bot by path.
module Botyard.Query.Registry
  ( Handler
  , find
  , handlerOf
  , register
  , restored
  ) where

import qualified Botyard.Builtins as Builtins
import Botyard.Errors.Describe (quoted)
import Botyard.Errors.Failure (failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Json.Write (NoForm, formOf)
import Botyard.Query.Request (Request)
import Control.Exception (bracket, evaluate, throwIO)
import Control.Monad (unless)
import Data.Aeson (ToJSON, Value)
import Data.IORef (IORef, atomicModifyIORef', newIORef, readIORef, writeIORef)
import Data.List (sortOn)
import Data.Map.Strict (Map)
import qualified Data.Map.Strict as Map
import qualified Data.Set as Set
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (encodeUtf8)
import GHC.Stack (HasCallStack)
import System.IO.Unsafe (unsafePerformIO)

-- | A registered handler: its answer in its JSON form, or why it has none.
type Handler = Request -> IO (Either NoForm Value)

-- | Makes a handler of a function that returns its answer. The failure of an answer that cannot be evaluated at all is
-- the handler's; what fails inside it has no JSON form.
handlerOf :: ToJSON a => (Request -> IO a) -> Handler
handlerOf answer request = answer request >>= evaluate >>= formOf

-- | Registers a handler; the last one of a path wins [Q-2].
register :: HasCallStack => Text -> Handler -> IO ()
register path handler = do
  unless ("/" `Text.isPrefixOf` path) $ throwIO (failure QueryInvalidPath [("value", quoted path)])
  atomicModifyIORef' handlers (\before -> (Map.insert path handler before, ()))

-- | The handler of a path, the bot's own or that of a built-in [BI-3]; if there is none, all paths that have one.
find :: Text -> IO (Either [Text] Handler)
find path = do
  own <- readIORef handlers
  let available = sortOn encodeUtf8 (Set.toList (Map.keysSet own <> Set.fromList Builtins.paths))
  pure $ case (Map.lookup path own, Builtins.answerOf path available) of
    (Just handler, _) -> Right handler
    (Nothing, Just answer) -> Right (handlerOf (const (pure answer)))
    (Nothing, Nothing) -> Left available

-- | Forgets what is registered meanwhile.
restored :: IO a -> IO a
restored = bracket (readIORef handlers) (writeIORef handlers) . const

handlers :: IORef (Map Text Handler)
handlers = unsafePerformIO (newIORef Map.empty)
{-# NOINLINE handlers #-}
