package botyard

import botyard.errors.shown
import botyard.process.{environment, files, systemError}
import java.io.IOException
import java.nio.file.NoSuchFileException
import upickle.default.{Reader, Writer}

/** State: durable keys and values of a bot, one JSON file for each key.
  *
  * Values survive the process, a restart of the bot and a new version of it. File names and contents are the same in
  * every language, so that a bot and its queries may be written in different languages [ST-1]. A query process can read
  * the state but not change it [ST-14].
  *
  * All functions block their thread while they access the disk, to which `set`, `delete` and `clear` flush; with
  * cats-effect, call them in `IO.blocking`.
  */
object state:
  private val LargestValue = 1024 * 1024

  /** Returns the value of a key, or `None` if the key does not exist; a stored null is `Some(ujson.Null)` [ST-9].
    *
    * Every call reads the file again, and so returns what another process has set. Only a regular file is a key; a
    * folder, link or pipe in its place counts as absent [ST-4].
    *
    * {{{
    * println(state.get("position")) // None
    * state.set("position", ujson.Obj("symbol" -> "AAPL", "shares" -> 10))
    * println(state.get("position").map(_("symbol").str)) // Some(AAPL)
    * }}}
    *
    * @throws BotyardException
    *   `state.invalid_key` if the key is not as [[set]] describes; `state.corrupt` if its file is not JSON;
    *   `state.read_failed` if the file cannot be read [ST-3, ST-10, ST-11]
    */
  def get(key: String): Option[ujson.Value] =
    val path = pathOf(key)
    reading(files.read(path)).map: content =>
      try json.read(content)
      catch
        case cause: json.NotJson =>
          throw BotyardException.caused(cause, "state.corrupt", "key" -> shown(key), "path" -> path)

  /** Returns the value of a key as any type that uPickle can read, or `None` if the key does not exist [ST-20, ST-22].
    *
    * The value must fit the type at every depth: an integer type takes `3.0`, but neither `1.7` nor `"3"` nor an integer
    * outside of its range; null and a member that is missing fit only where the type is an `Option` or has a default.
    * What readers of the bot refuse beyond this, such as a `require` in a case class, does not fit either [JSON-19].
    *
    * {{{
    * val trades = state.getAs[Int]("trades").getOrElse(0)
    * state.set("trades", trades + 1)
    * println(state.getAs[Int]("trades")) // Some(1)
    * }}}
    *
    * @throws BotyardException
    *   the codes of [[get]], and `state.wrong_type` with the path of the first part that does not fit, such as
    *   `legs[0].size`; the cause is what the type's reader has thrown, if it has
    */
  def getAs[T: Reader](key: String): Option[T] =
    get(key).map: value =>
      try json.decode[T](value)
      catch
        case misfit: json.Misfit =>
          val reason = "reason" -> misfit.reason()
          throw BotyardException.caused(misfit.getCause, "state.wrong_type", "key" -> shown(key), reason)

  /** Stores a value under a key; on return it is on disk. Readers see either the old value or the new one [ST-6, ST-8].
    *
    * {{{
    * state.set("closes", List(187.5, 188.25))
    * println(state.get("closes").get) // [187.5,188.25]
    * }}}
    *
    * @param key
    *   a non-empty string of at most 200 characters when encoded as a file name: `a` to `z`, digits, `_` and `-` count
    *   as one, every other byte of its UTF-8 form as three [ST-2, ST-3]
    * @param value
    *   any value that uPickle can write, of at most 1,048,576 bytes as JSON
    * @throws BotyardException
    *   the first of these codes that applies; the old value then stays [ST-5, ST-7, ST-14]: `state.read_only` in a
    *   query process; `state.invalid_key` if the key is not as described above; `state.invalid_value` if the value has
    *   no JSON form; `state.value_too_large` if it is longer than 1,048,576 bytes as JSON; `state.write_failed` if the
    *   file cannot be written
    */
  def set[T: Writer](key: String, value: T): Unit =
    refuseInQuery("set")
    val name = encode(key)
    val document =
      try json.write(value)
      catch
        case cause: json.NotJson =>
          val reason = "reason" -> cause.getMessage
          throw BotyardException.caused(cause, "state.invalid_value", "key" -> shown(key), reason)
    if document.length > LargestValue then
      val size = document.length.toString
      throw BotyardException("state.value_too_large", "key" -> shown(key), "size" -> size)
    val directory = environment.stateDirectory
    def replace() =
      files.replace(s"$directory/$name.json", s"$directory/${files.temporaryName(name)}", document)
    writing:
      try replace()
      catch
        // It is another directory if the bot of a test is over, whose directory was removed.
        case _: NoSuchFileException if directory == environment.stateDirectory =>
          files.makeDirectory(directory)
          replace()
      files.flushDirectory(directory)
  end set

  /** Removes a key; on return the removal is on disk.
    *
    * {{{
    * state.set("position", 10)
    * println(state.delete("position")) // true
    * println(state.delete("position")) // false
    * }}}
    *
    * @return
    *   whether the key existed [ST-12]
    * @throws BotyardException
    *   `state.read_only`, `state.invalid_key` or `state.write_failed`, as for [[set]] [ST-7, ST-14]
    */
  def delete(key: String): Boolean =
    refuseInQuery("delete")
    val path = pathOf(key)
    writing:
      val existed = files.isFile(path) && files.remove(path)
      if existed then files.flushDirectory(environment.stateDirectory)
      existed

  /** Removes every key that [[list]] returns, and nothing else [ST-13, ST-16].
    *
    * {{{
    * state.set("runs", 1)
    * state.clear()
    * println(state.list()) // List()
    * }}}
    *
    * @throws BotyardException
    *   `state.read_only` or `state.write_failed`, as for [[set]] [ST-7, ST-14]
    */
  def clear(): Unit =
    refuseInQuery("clear")
    val directory = environment.stateDirectory
    writing:
      val names = files.names(directory).filter(decode(_).isDefined)
      for name <- names do files.remove(s"$directory/$name"): Unit
      if names.nonEmpty then files.flushDirectory(directory)

  /** Returns whether a key exists, even if its value is null or its file is not JSON [ST-10, ST-12].
    *
    * {{{
    * state.set("position", ujson.Null)
    * println(state.exists("position")) // true
    * println(state.exists("runs")) // false
    * }}}
    *
    * @throws BotyardException
    *   `state.invalid_key` or `state.read_failed`, as for [[get]]
    */
  def exists(key: String): Boolean =
    val path = pathOf(key)
    reading(files.isFile(path))

  /** Returns all keys, sorted by their UTF-8 bytes, without files that are not keys [ST-4, ST-12].
    *
    * {{{
    * state.set("runs", 1)
    * state.set("position", 10)
    * println(state.list().mkString(", ")) // position, runs
    * }}}
    *
    * @throws BotyardException
    *   `state.read_failed` if the directory cannot be read
    */
  def list(): Seq[String] =
    reading(files.names(environment.stateDirectory)).flatMap(decode).sorted(using json.byteOrder)

  private def pathOf(key: String) = s"${environment.stateDirectory}/${encode(key)}.json"

  private def encode(key: String): String =
    StateKey.encode(key) match
      case Right(name) => name
      case Left(reason) =>
        throw BotyardException("state.invalid_key", "key" -> shown(key), "reason" -> reason)

  private def decode(fileName: String): Option[String] = StateKey.decode(fileName)

  private def refuseInQuery(operation: String): Unit =
    if environment.isQueryProcess then throw BotyardException("state.read_only", "operation" -> operation)

  private def reading[T](action: => T): T = refusing("state.read_failed")(action)
  private def writing[T](action: => T): T = refusing("state.write_failed")(action)

  private def refusing[T](code: String)(action: => T): T =
    try action
    catch
      case cause: IOException =>
        val reason = systemError.name(cause)
        throw BotyardException.caused(cause, code, "path" -> environment.stateDirectory, "reason" -> reason)
end state
