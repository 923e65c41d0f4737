using System.Buffers;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>The lines of the log [LOG-1].</summary>
internal static class LogLine
{
    /// <summary>Makes a line without data, with its line feed.</summary>
    internal static ReadOnlySpan<byte> Of(string level, string message)
    {
        var line = Started(level, message);
        line.Write("}\n"u8);
        return line.WrittenSpan;
    }

    /// <summary>Makes a line with data; data whose JSON form is <c>null</c> counts as not given [LOG-2].</summary>
    /// <exception cref="NoJsonException">The data is neither an object nor null.</exception>
    internal static ReadOnlySpan<byte> Of<T>(string level, string message, T data, Func<JsonTypeInfo<T>> form)
    {
        if (data is null) return Of(level, message);
        var line = Started(level, message);
        line.Write(",\"data\":"u8);
        var written = JsonWriting.Append(line, data, form);
        if (written.SequenceEqual("null"u8)) return Of(level, message);
        if (written[0] != '{') throw new NoJsonException($"it is {Describe.KindOfText(written)}");
        line.Write("}\n"u8);
        return line.WrittenSpan;
    }

    private static ArrayBufferWriter<byte> Started(string level, string message)
    {
        var line = new ArrayBufferWriter<byte>(256);
        line.Write("{\"level\":"u8);
        JsonWriting.AppendQuoted(line, level);
        line.Write(",\"timestamp\":\""u8);
        Clock.Write(line);
        line.Write("\",\"message\":"u8);
        JsonWriting.AppendQuoted(line, message);
        return line;
    }
}
