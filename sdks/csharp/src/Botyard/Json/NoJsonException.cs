namespace Botyard;

/// <summary>A text that is not JSON, or a value that has no JSON form; the message says why.</summary>
/// <remarks>The message of a text never quotes it, because a config may contain secrets [IN-5].</remarks>
internal sealed class NoJsonException(string reason, Exception? cause = null) : Exception(reason, cause);
