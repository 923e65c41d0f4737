package botyard.process

import java.net.UnknownHostException
import java.nio.channels.{ClosedChannelException, UnresolvedAddressException}
import java.nio.file.*

/** The names of system errors, such as `ENOSPC`, which Java gives only as types and texts. */
private[botyard] object systemError:

  /** The name of the error, or else the exception's own words. */
  def name(error: Throwable): String = error match
    case _: NoSuchFileException                                 => "ENOENT"
    case _: AccessDeniedException                               => "EACCES"
    case _: FileAlreadyExistsException                          => "EEXIST"
    case _: NotDirectoryException                               => "ENOTDIR"
    case _: DirectoryNotEmptyException                          => "ENOTEMPTY"
    case _: ReadOnlyFileSystemException                         => "EROFS"
    case _: (UnresolvedAddressException | UnknownHostException) => "ENOTFOUND"
    case _: ClosedChannelException                              => "EBADF"
    case error: FileSystemException                             => named(error.getReason, error)
    case error                                                  => named(error.getMessage, error)

  /** Finds the text of `strerror`: alone, or as in `/a/b (No such file or directory)`. */
  private def named(text: String | Null, error: Throwable): String =
    val words = Option(text).getOrElse("")
    val inner = words match
      case wrapped(inner)  => inner
      case prefixed(inner) => inner
      case _               => words
    List(words, inner)
      .flatMap(part => texts.get(part).orElse(localTexts.name(part)))
      .headOption
      .getOrElse(if words.isEmpty then error.getClass.getSimpleName else words)

  private val wrapped = """(?s).* \((.*)\)""".r
  private val prefixed = """(?s).*: (.*)""".r

  private val texts = Map(
    "Address already in use" -> "EADDRINUSE",
    "Address family not supported by protocol" -> "EAFNOSUPPORT",
    "Bad file descriptor" -> "EBADF",
    "Broken pipe" -> "EPIPE",
    "Cannot allocate memory" -> "ENOMEM",
    "Cannot assign requested address" -> "EADDRNOTAVAIL",
    "Connection reset by peer" -> "ECONNRESET",
    "Device or resource busy" -> "EBUSY",
    "Disk quota exceeded" -> "EDQUOT",
    "File exists" -> "EEXIST",
    "File name too long" -> "ENAMETOOLONG",
    "File too large" -> "EFBIG",
    "Input/output error" -> "EIO",
    "Invalid argument" -> "EINVAL",
    "Invalid cross-device link" -> "EXDEV",
    "Is a directory" -> "EISDIR",
    "Network is unreachable" -> "ENETUNREACH",
    "No space left on device" -> "ENOSPC",
    "No such file or directory" -> "ENOENT",
    "Not a directory" -> "ENOTDIR",
    "Operation not permitted" -> "EPERM",
    "Permission denied" -> "EACCES",
    "Read-only file system" -> "EROFS",
    "Resource temporarily unavailable" -> "EAGAIN",
    "Stale file handle" -> "ESTALE",
    "Stream Closed" -> "EBADF",
    "Text file busy" -> "ETXTBSY",
    "Too many levels of symbolic links" -> "ELOOP",
    "Too many levels of symbolic links or unable to access attributes of symbolic link" -> "ELOOP",
    "Too many open files" -> "EMFILE"
  )
end systemError
