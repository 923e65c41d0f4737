package adapter

import botyard.query.Request
import botyard.{input, state}
import upickle.default.{writeJs, ReadWriter}

enum Direction derives ReadWriter:
  case up, down

case class Leg(price: Double, size: Int) derives ReadWriter

case class Position(symbol: String, qty: Int, direction: Direction, stop: Option[Double], legs: List[Leg])
    derives ReadWriter

/** A type that is read; all functions return its JSON form. */
class Shape[T: ReadWriter]:
  def parse: ujson.Value =
    val input.Input(botId, config) = input.parseAs[T]()
    ujson.Obj("id" -> botId, "config" -> writeJs(config))
  def get(key: String): Option[ujson.Value] = state.getAs[T](key).map(writeJs(_))
  def params(request: Request): ujson.Value = writeJs(request.paramsAs[T])

object Shape:
  def of(name: String): Shape[?] = name match
    case "integer"   => Shape[Long]()
    case "direction" => Shape[Direction]()
    case "position"  => Shape[Position]()
