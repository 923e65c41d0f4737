package adapter

import botyard.query.Request
import botyard.*
import java.nio.file.Files

/** Ops that call one function. */
object Call:
  /** Calls the function and returns its value. */
  def apply(id: ujson.Value, name: String, args: Seq[Made], request: Option[Request]): ujson.Value =
    def first = args.head.text
    def second = args.lift(1).fold(ujson.Null)(_.value)
    def third = args.lift(2).fold(ujson.Null)(_.value)
    def file = Adapter.code.resolve(first)
    name match
      case "input.parse" =>
        val input.Input(botId, config) = input.parse()
        ujson.Obj("id" -> botId, "config" -> config)
      case "input.parse_as"            => Shape.of(first).parse
      case "stop.requested"            => stop.requested()
      case "stop.wait"                 => stop.wait(args.head.value.num)
      case "metric"                    => nothing(metric(first, args(1)))
      case "success" if args.size == 1 => nothing(success(first))
      case "success"                   => nothing(success(first, args(1)))
      case "success_with_data"         => nothing(successWithData(first, args(1)))
      case "error" if args.size == 1   => error(first)
      case "error"                     => error(first, args(1))
      case "error_with_data"           => errorWithData(first, args(1))
      case "result"                    => nothing(result(args.head))
      case "state.get"                 => state.get(first).getOrElse(second)
      case "state.get_as"              => Shape.of(second.str).get(first).getOrElse(third)
      case "state.set"                 => nothing(state.set(first, args(1)))
      case "state.delete"              => state.delete(first)
      case "state.exists"              => state.exists(first)
      case "state.clear"               => nothing(state.clear())
      case "state.list"                => state.list()
      case "query.get_config"          => query.getConfig()
      case "query.run"                 => query.run()
      case "fail"                      => throw RuntimeException(args.headOption.map(_.text).orNull)
      case "exit"                      => nothing(System.exit(args.head.value.num.toInt))
      case "print"                     => nothing(print(first))
      case "eprint"                    => nothing(System.err.print(first))
      case "close"       => nothing((if first == "stdout" then System.out else System.err).close())
      case "touch"       => nothing(Files.newOutputStream(file).close())
      case "wait_for"    => nothing(while !Files.exists(file) do Thread.sleep(3))
      case "change"      => nothing(change(Adapter.kept.get(first), second.arr.toSeq, args(2).value))
      case s"log.$level" => nothing(write(level, first, args.lift(1)))
      case s"request.$accessor" if request.isDefined =>
        ask(request.get, accessor, args).getOrElse(second)
      case _ =>
        Adapter.note(ujson.Obj("id" -> id, "unsupported" -> true))
        Runtime.getRuntime.halt(64)
        ujson.Null
  end apply

  private def nothing(called: Unit): ujson.Value = ujson.Null

  private def write(level: String, message: String, data: Option[Made]): Unit = (level, data) match
    case ("debug", None)       => log.debug(message)
    case ("info", None)        => log.info(message)
    case ("warn", None)        => log.warn(message)
    case (_, None)             => log.error(message)
    case ("debug", Some(data)) => log.debug(message, data)
    case ("info", Some(data))  => log.info(message, data)
    case ("warn", Some(data))  => log.warn(message, data)
    case (_, Some(data))       => log.error(message, data)

  private def ask(request: Request, accessor: String, args: Seq[Made]): Option[ujson.Value] =
    def key = args.head.text
    accessor match
      case "params_as"   => Some(Shape.of(key).params(request))
      case "path"        => Some(request.path)
      case "values"      => Some(request.values)
      case "get"         => request.get(key)
      case "get_string"  => request.getString(key).map(ujson.Str(_))
      case "get_number"  => request.getNumber(key).map(ujson.Num(_))
      case "get_integer" => request.getInteger(key).map(number => ujson.Num(number.toDouble))
      case "get_boolean" => request.getBoolean(key).map(ujson.Bool(_))
      case "get_array"   => request.getArray(key)
      case _             => request.getObject(key)

  /** Changes a part of a kept value. */
  private def change(whole: ujson.Value, steps: Seq[ujson.Value], value: ujson.Value): Unit =
    val holder = steps.init.foldLeft(whole)(part)
    steps.last match
      case ujson.Str(key) => holder(key) = value
      case index          => holder(index.num.toInt) = value

  private def part(whole: ujson.Value, step: ujson.Value): ujson.Value = step match
    case ujson.Str(key) => whole(key)
    case index          => whole(index.num.toInt)
end Call
