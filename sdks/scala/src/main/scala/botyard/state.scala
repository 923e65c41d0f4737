package botyard

import botyard.errors.{cut, shown}
import botyard.process.{environment, files, systemError}
import java.io.IOException
import java.nio.file.NoSuchFileException
import upickle.default.{Reader, Writer}

/** State: durable keys and values of a bot, one JSON file for each key.
  *
  * File names and contents are the same in every language, so that a bot and its queries may be written in different
  * languages [ST-1]. In a query process, state is read-only [ST-14]. A key is a non-empty string of at most 200
  * characters when encoded as a file name [ST-2, ST-3].
  */
object state:
  private val LargestValue = 1024 * 1024

  /** Returns the value of a key, or `None` if the key does not exist; a stored null is `Some(ujson.Null)` [ST-9].
    *
    * Every call reads the file again, and so returns what another process has set.
    *
    * {{{
    * val trades = state.get("trades").fold(0.0)(_.num)
    * }}}
    *
    * @throws BotyardException
    *   `state.invalid_key`, `state.corrupt`, `state.read_failed` [ST-3, ST-10, ST-11]
    */
  def get(key: String): Option[ujson.Value] =
    val path = pathOf(key)
    reading(files.read(path)).map: content =>
      try json.read(content)
      catch
        case cause: json.NotJson =>
          throw BotyardException.caused(cause, "state.corrupt", "key" -> shown(key), "path" -> path)

  /** Returns the value of a key as any type that uPickle can read, or `None` if the key does not exist [ST-20].
    *
    * {{{
    * val trades = state.getAs[Int]("trades").getOrElse(0)
    * }}}
    *
    * @throws BotyardException
    *   the codes of [[get]], and `state.wrong_type` if the value does not fit the type
    */
  def getAs[T: Reader](key: String): Option[T] =
    get(key).map: value =>
      try json.decode[T](value)
      catch
        case cause: json.NotJson =>
          val reason = cut(cause.getMessage, 100)
          throw BotyardException.caused(cause, "state.wrong_type", "key" -> shown(key), "reason" -> reason)

  /** Stores a value under a key; on return it is on disk. Readers see either the old value or the new one [ST-6, ST-8].
    *
    * @param value
    *   any JSON value of at most 1 MiB as JSON
    * @throws BotyardException
    *   `state.read_only`, `state.invalid_key`, `state.invalid_value`, `state.value_too_large`, `state.write_failed`,
    *   checked in this order; the old value then stays [ST-5, ST-7]
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
        case _: NoSuchFileException =>
          files.makeDirectory(directory)
          replace()
      files.flushDirectory(directory)

  /** Removes a key; returns whether it existed [ST-12].
    *
    * @throws BotyardException
    *   `state.read_only`, `state.invalid_key`, `state.write_failed` [ST-7, ST-14]
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
    * @throws BotyardException
    *   `state.read_only`, `state.write_failed` [ST-7, ST-14]
    */
  def clear(): Unit =
    refuseInQuery("clear")
    val directory = environment.stateDirectory
    writing:
      val names = files.names(directory).filter(decode(_).isDefined)
      for name <- names do files.remove(s"$directory/$name"): Unit
      if names.nonEmpty then files.flushDirectory(directory)

  /** Returns whether a key exists, even if its value is null or corrupt [ST-10, ST-12].
    *
    * @throws BotyardException
    *   `state.invalid_key`, `state.read_failed`
    */
  def exists(key: String): Boolean =
    val path = pathOf(key)
    reading(files.isFile(path))

  /** Returns all keys, sorted by their UTF-8 bytes, without files that are not keys [ST-4, ST-12].
    *
    * @throws BotyardException
    *   `state.read_failed`
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
