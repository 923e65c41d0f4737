-- | A bot that runs a script: docs/reference/conformance-cases.md, "Adapter".
module Main (main) where

import Botyard.Errors (Caused (..))
import qualified Botyard.Query as Query
import Call (call, failWith)
import Control.Concurrent (forkIO, forkOS)
import Control.Concurrent.MVar
import Control.Exception
import Control.Monad (forM, forM_, replicateM_, void)
import Data.Aeson (Key, Object, Value (..), eitherDecodeFileStrict)
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Either (lefts)
import Data.Foldable (toList)
import Data.IORef (IORef, atomicModifyIORef', newIORef, readIORef)
import Data.Maybe (fromMaybe)
import Data.Text (Text)
import Fault (Ending (..), endingOf, faultOf)
import Made (Made, made, nothing, textOf)
import System.Environment (getEnv)
import System.IO.Unsafe (unsafePerformIO)
import System.Posix.Signals (Handler (Catch), installHandler, sigTERM)
import Trace

main :: IO ()
main = do
  begin
  script <- getEnv "CONF_SCRIPT" >>= eitherDecodeFileStrict >>= either fail pure
  void (run (Place Nothing) (opsOf (get "ops" script)))
  readIORef background >>= mapM_ takeMVar
  end

-- | Runs ops one after the other; a @return@ ends them with the answer of the handler.
run :: Place -> Ops -> IO (Maybe Made)
run _ [] = pure Nothing
run place (op : ops) = perform place op >>= maybe (run place ops) (pure . Just)

perform :: Place -> Object -> IO (Maybe Made)
perform place op = do
  note [("id", opId), ("begin", String name)]
  try (done place opId name (argsOf op)) >>= \case
    Right (Left answer) -> pure (Just answer)
    Right (Right value) -> do
      forM_ (KeyMap.lookup "as" op) $ \kept' -> keep (stringOf kept') value
      Nothing <$ note [("id", opId), ("value", value)]
    Left raised -> case endingOf raised of
      Ended -> throwIO raised
      Failed -> do
        note [("id", opId), ("error", faultOf raised)]
        if KeyMap.lookup "uncaught" op == Just (Bool True) then throwIO raised else pure Nothing
  where
    opId = get "id" op
    name = stringOf (get "op" op)

-- | The answer of the handler, or the value of the op; ops that contain ops have none.
done :: Place -> Value -> Text -> [Value] -> IO (Either Made Value)
done place opId name args = case (name, args) of
  ("return", []) -> pure (Left nothing)
  ("return", given : _) -> Left <$> make given
  ("query.handler", [path, ops]) -> unit $ do
    path' <- textOf <$> make path
    Query.handler path' (\asked -> fromMaybe nothing <$> run (Place (Just asked)) (opsOf ops))
  ("parallel", lists) -> unit (parallel [void (run place (opsOf ops)) | ops <- lists])
  ("background", [ops]) -> unit $ do
    over <- newEmptyMVar
    atomicModifyIORef' background (\before -> (over : before, ()))
    forkIO (void (run place (opsOf ops)) `finally` putMVar over ())
  ("guarded", ops : rest) -> flow (run place (opsOf ops) `catch` caught rest `finally'` atLast (drop 1 rest))
  ("wrapped", [message, ops]) -> do
    own <- textOf <$> make message
    flow (run place (opsOf ops) `catch` \cause -> failWith own `catch` \failed -> throwIO (Caused @SomeException @SomeException failed cause))
  ("on_term", [ops]) -> unit (installHandler sigTERM (Catch (void (run (Place Nothing) (opsOf ops)))) Nothing)
  ("repeat", [Number times, ops]) -> flow (repeated (truncate times :: Int) (run place (opsOf ops)))
  _ -> do
    args' <- mapM make args
    maybe (unsupported opId) (fmap Right) (call place name args')
  where
    make given = (`made` given) <$> kept
    unit action = Right Null <$ action
    flow = fmap (maybe (Right Null) Left)
    caught rest (_ :: SomeException) = maybe (pure Nothing) (run place . opsOf) (first rest)
    atLast rest = maybe (pure Nothing) (run place . opsOf) (first rest)
    first = foldr (const . Just) Nothing
    finally' action last' = (action `onException` last') >>= \out -> maybe out Just <$> last'

repeated :: Int -> IO (Maybe a) -> IO (Maybe a)
repeated 0 _ = pure Nothing
repeated times action = action >>= maybe (repeated (times - 1) action) (pure . Just)

-- | Runs all at the same time, each in a thread of the system.
parallel :: [IO ()] -> IO ()
parallel actions = do
  ready <- newEmptyMVar
  start <- newEmptyMVar
  ends <- forM actions $ \action -> do
    over <- newEmptyMVar
    void . forkOS $ do
      putMVar ready ()
      readMVar start
      try action >>= putMVar over
    pure over
  replicateM_ (length actions) (takeMVar ready)
  putMVar start ()
  outcomes <- mapM takeMVar ends
  forM_ (take 1 (lefts outcomes)) (throwIO @SomeException)

background :: IORef [MVar ()]
background = unsafePerformIO (newIORef [])
{-# NOINLINE background #-}

get :: Key -> Object -> Value
get key = fromMaybe Null . KeyMap.lookup key

opsOf :: Value -> Ops
opsOf = \case
  Array ops -> [op | Object op <- toList ops]
  _ -> []

argsOf :: Object -> [Value]
argsOf op = case KeyMap.lookup "args" op of
  Just (Array args) -> toList args
  _ -> []

stringOf :: Value -> Text
stringOf = textOf . made mempty
