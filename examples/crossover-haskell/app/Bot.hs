-- | The crossover bot: watches two moving averages of a stock and signals when they cross.
module Bot (main) where

import qualified Botyard
import qualified Botyard.Errors as Errors
import qualified Botyard.Input as Input
import qualified Botyard.Log as Log
import qualified Botyard.State as State
import qualified Botyard.Stop as Stop
import Control.Exception (handle)
import Control.Monad (unless)
import Crossover.Feed (Feed, connectTo, message, newestPrices, reason)
import qualified Crossover.Record as Record
import Crossover.Strategy (Measured (..), Price (..), Settings (..), settingsOf, timed)
import Data.Aeson (object, (.=))
import Data.Foldable (find, for_)
import Data.Text (Text)
import qualified Data.Text as Text
import System.Environment (lookupEnv)

main :: IO ()
main = handle (Botyard.error . Errors.message) $ do
  settings <- orEnd . settingsOf . Input.config =<< Input.parse
  address <- maybe "" Text.pack <$> lookupEnv "PRICE_FEED_URL"
  feed <- connectTo =<< orEnd (if Text.null address then Left noAddress else Right address)
  watch settings feed
  where
    noAddress = "PRICE_FEED_URL is not set: set it to the address of the price feed"

-- | Ends the bot with what is wrong.
orEnd :: Either Text a -> IO a
orEnd = either Botyard.error pure

watch :: Settings -> Feed -> IO ()
watch settings feed = do
  stopped <- Stop.requested
  unless stopped $ do
    look settings feed
    _ <- Stop.wait (fromIntegral (updateIntervalMs settings) / 1000)
    watch settings feed

-- | Looks once: fetch, take every new close, store, emit.
look :: Settings -> Feed -> IO ()
look settings feed = do
  stored <- State.get Record.key
  record <- orEnd (Record.resume settings stored)
  newestPrices feed (symbol settings) (longPeriod settings + Record.mostNewCloses) >>= \case
    Left failed -> Log.warnWith (message failed) (object ["reason" .= reason failed])
    Right prices
      | length prices < longPeriod settings ->
        Log.info ("too little history: " <> shown (length prices) <> " of " <> shown (longPeriod settings) <> " closes")
      | otherwise -> do
        let (taken, crossings) = Record.catchUp settings prices record
        State.set Record.key taken
        for_ (Record.toEmit settings stored prices) $ \measured -> do
          Botyard.metric "price" (priceOf measured)
          Botyard.metric "sma" (smaOf measured)
          for_ (find ((== measuredOn measured) . Record.date) crossings) $
            Botyard.metric "signal" . timed (priceTime (priceOf measured)) . Record.signal
  where
    shown = Text.pack . show
