module Main (main) where

import qualified Bot
import qualified Botyard.ErrorsSpec
import qualified Botyard.InputSpec
import qualified Botyard.ProcessSpec
import qualified Botyard.Query.RequestSpec
import qualified Botyard.Query.Server.FramingSpec
import qualified Botyard.Query.ServerSpec
import qualified Botyard.StateSpec
import qualified Botyard.StopSpec
import qualified Botyard.TestingSpec
import qualified Botyard.TimestampSpec
import qualified Botyard.TypesSpec
import qualified Botyard.Utf8Spec
import qualified ExamplesSpec
import qualified MoneySpec
import qualified PublicNamesSpec
import System.Environment (getArgs)
import Test.Hspec (describe, hspec)

-- | Runs the tests, or one of the bots that they start as processes of their own.
main :: IO ()
main =
  getArgs >>= \case
    ["bot", name] -> Bot.run name
    _ -> hspec $ do
      describe "Botyard" PublicNamesSpec.spec
      describe "The examples of the documentation" ExamplesSpec.spec
      describe "The example of the page about money" MoneySpec.spec
      describe "Botyard, as a process" Botyard.ProcessSpec.spec
      describe "Botyard.Errors" Botyard.ErrorsSpec.spec
      describe "Botyard.Input" Botyard.InputSpec.spec
      describe "Botyard.Query.Request" Botyard.Query.RequestSpec.spec
      describe "Botyard.Query, as a server" Botyard.Query.ServerSpec.spec
      describe "Botyard.Query.Server.Framing" Botyard.Query.Server.FramingSpec.spec
      describe "Botyard.State" Botyard.StateSpec.spec
      describe "Botyard.Stop" Botyard.StopSpec.spec
      describe "Botyard.Testing" Botyard.TestingSpec.spec
      describe "Botyard.Timestamp" Botyard.TimestampSpec.spec
      describe "Reading as a type" Botyard.TypesSpec.spec
      describe "Botyard.Utf8" Botyard.Utf8Spec.spec
