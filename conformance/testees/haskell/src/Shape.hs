-- | The types that values are read as.
module Shape (shaped) where

import Data.Aeson
import Data.Char (toLower)
import Data.Text (Text)
import Data.Word (Word8)
import GHC.Generics (Generic)

data Direction = Up | Down
  deriving (Generic)

data Leg = Leg {price :: Double, size :: Word8}
  deriving (Generic, FromJSON, ToJSON)

data Position = Position {symbol :: Text, qty :: Int, direction :: Direction, stop :: Maybe Double, legs :: [Leg]}
  deriving (Generic, FromJSON, ToJSON)

words' :: Options
words' = defaultOptions{constructorTagModifier = map toLower}

instance FromJSON Direction where
  parseJSON = genericParseJSON words'

instance ToJSON Direction where
  toJSON = genericToJSON words'

-- | Reads as the type of the shape; the value in its JSON form.
shaped :: Functor f => Text -> (forall a. (FromJSON a, ToJSON a) => IO (f a)) -> IO (f Value)
shaped shape read' = case shape of
  "integer" -> fmap toJSON <$> read' @Int
  "byte" -> fmap toJSON <$> read' @Word8
  "direction" -> fmap toJSON <$> read' @Direction
  _ -> fmap toJSON <$> read' @Position
