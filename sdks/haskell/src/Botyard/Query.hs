-- | Read-only queries to a bot, answered by a program of its own, the bot's @entrypoints.query@.
--
-- The program registers a handler for each path and then calls 'run'. The platform starts it for one query or keeps it as a
-- server. It also answers @/health@ and @/info@, where the bot has no handlers for them.
--
-- > main :: IO ()
-- > main = do
-- >   Query.handler "/limits" (\_ -> pure [10, 20 :: Int])
-- >   Query.handler "/closes" $ \request -> do
-- >     limit <- fromMaybe 10 <$> Request.getInteger request "limit"
-- >     take limit . fromMaybe [] <$> State.getAs @[Double] "closes"
-- >   Query.run
-- > -- /closes?limit=5 answers []
--
-- Link the program with @-threaded@, so that a handler that calls foreign code delays no other query.
module Botyard.Query
  ( handler
  , run
  , getConfig
  , Request
  ) where

import Botyard.Errors.Failure (failure)
import Botyard.Errors.Table (ErrorCode (..))
import Botyard.Input (config, parse)
import Botyard.Process.Environment (becomeQueryProcess)
import qualified Botyard.Process.Environment as Environment
import Botyard.Query.LeftWork (logLeftWork)
import qualified Botyard.Query.OneShot as OneShot
import Botyard.Query.Registry (handlerOf, register)
import Botyard.Query.Request (Request)
import qualified Botyard.Query.Server as Server
import Control.Exception (throwIO)
import Control.Monad (when)
import Data.Aeson (Object, ToJSON)
import Data.Text (Text)
import GHC.Stack (HasCallStack)

-- | Registers a handler, which returns its answer; an exception is its failure.
--
-- The path is compared as it is, after percent-decoding; it has no patterns. The answer is anything that aeson can write;
-- an answer that is nothing is @'Data.Aeson.Null'@. Of several handlers of one path the last one counts, also while the
-- server is running [Q-2]. In a server, handlers run in several threads at once.
--
-- > Query.handler "/limits" (\_ -> pure [10, 20 :: Int])
-- > -- /limits answers [10,20]
--
-- The @query.invalid_param@ of an accessor of "Botyard.Query.Request" tells the caller which parameter is wrong; every
-- other exception, 'System.Exit.exitWith' too, is a failure of the handler: its message is the @error@ of the answer,
-- and it is logged with its place, if it is a call of 'error' [Q-12, Q-38].
--
-- Errors: @query.invalid_path@ if the path does not begin with @/@.
handler :: (HasCallStack, ToJSON a) => Text -> (Request -> IO a) -> IO ()
handler path = register path . handlerOf

-- | Returns the bot's config, a new copy at each call [Q-3].
--
-- > Query.handler "/symbol" (\_ -> KeyMap.lookup "symbol" <$> Query.getConfig)
-- > -- /symbol answers "AAPL"
--
-- Errors: as 'Botyard.Input.parse'.
getConfig :: HasCallStack => IO Object
getConfig = config <$> parse

-- | Answers queries: a single one if @QUERY_PATH@ is set, otherwise as an HTTP server until SIGTERM or SIGINT.
--
-- The server listens on @QUERY_HOST@ (default: 127.0.0.1) and @QUERY_PORT@ (default: 9476), and runs at most 64 handlers
-- at once; further queries wait. At the signal it finishes the queries that it has received. It takes over these two
-- signals, and 'GHC.Conc.setUncaughtExceptionHandler': an exception that ends another thread is logged as a line of its own
-- [Q-44].
--
-- > Query.handler "/limits" (\_ -> pure [10, 20 :: Int])
-- > Query.run
-- > -- /limits answers [10,20]
--
-- It ends the process and returns only if it fails: @query.already_running@ if it is called twice, @query.invalid_port@
-- if @QUERY_PORT@ is not a port, @query.listen_failed@ if the server cannot listen on its address.
run :: HasCallStack => IO a
run = do
  before <- becomeQueryProcess
  when before $ throwIO (failure QueryAlreadyRunning [])
  Environment.get "QUERY_PATH" >>= \case
    Just path -> logLeftWork >> OneShot.run path
    Nothing -> Server.run
