using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>The lines of the log [LOG-1].</summary>
internal static class LogLine
{
    private static readonly JsonEncodedText _level = JsonEncodedText.Encode("level");
    private static readonly JsonEncodedText _message = JsonEncodedText.Encode("message");
    private static readonly JsonEncodedText _data = JsonEncodedText.Encode("data");

    /// <summary>Makes a line without data, with its line feed.</summary>
    internal static byte[] Of(string level, string message)
    {
        using var line = Begun(level, message);
        return line.EndLine().ToArray();
    }

    /// <summary>Makes a line with data; data whose JSON form is <c>null</c> counts as not given [LOG-2].</summary>
    /// <exception cref="NoJsonException">The data is neither an object nor null.</exception>
    internal static byte[] Of<T>(string level, string message, T data, Func<JsonTypeInfo<T>> form)
    {
        if (data is null) return Of(level, message);
        using var line = Begun(level, message);
        line.Writer.WritePropertyName(_data);
        var written = line.Append(data, form);
        if (written.SequenceEqual("null"u8)) return Of(level, message);
        if (written[0] != '{') throw new NoJsonException($"it is {Describe.KindOfText(written)}");
        return line.EndLine().ToArray();
    }

    private static JsonText Begun(string level, string message)
    {
        var line = JsonText.Begin();
        line.Writer.WriteStartObject();
        line.Writer.WriteString(_level, level);
        Clock.Write(line.Writer);
        line.Writer.WriteString(_message, message);
        return line;
    }
}
