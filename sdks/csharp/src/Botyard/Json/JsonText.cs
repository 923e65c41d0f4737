using System.Buffers;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>A JSON text that is being written by the rules of the contract [JSON-1 … JSON-18].</summary>
internal sealed class JsonText : IDisposable
{
    private const int LargestKept = 65_536;

    /// <summary>A text to use again: making one takes longer than writing a metric.</summary>
    [ThreadStatic]
    private static JsonText? _idle;

    private readonly ArrayBufferWriter<byte> _buffer = new(512);

    private JsonText() => Writer = new Utf8JsonWriter(_buffer, JsonSettings.Writer);

    /// <summary>Writes the parts of the text that have a form of their own.</summary>
    internal Utf8JsonWriter Writer { get; }

    /// <summary>What has been written.</summary>
    internal ReadOnlySpan<byte> Written
    {
        get
        {
            Writer.Flush();
            return _buffer.WrittenSpan;
        }
    }

    /// <summary>Begins a text. A hook may call the SDK again, so it is not idle until it is disposed of.</summary>
    internal static JsonText Begin()
    {
        var text = _idle ?? new JsonText();
        _idle = null;
        return text;
    }

    /// <summary>Appends a value, and returns what has been appended.</summary>
    /// <exception cref="NoJsonException">The value has no JSON form; the end of the text is undefined.</exception>
    internal ReadOnlySpan<byte> Append<T>(T value, Func<JsonTypeInfo<T>> form)
    {
        var start = _buffer.WrittenCount + Writer.BytesPending;
        try
        {
            // A node needs no metadata, which takes longer to load than all the rest of a short run.
            if (value is JsonNode node) NodeWriting.Write(Writer, node);
            else WriteTyped(value, form(), start);
        }
        catch (Exception refused) when (refused is not OutOfMemoryException)
        {
            throw new NoJsonException(refused.Message, refused);
        }
        if (!IsPlain(Written[start..])) PutRight(start);
        return _buffer.WrittenSpan[start..];
    }

    private void WriteTyped<T>(T value, JsonTypeInfo<T> form, int start)
    {
        JsonSerializer.Serialize(Writer, value, form);
        // Only an empty object may be all that is left of a value. To look at its type would make every start slower.
        if (Written[start..].IndexOf("{}"u8) >= 0) JsonSerializer.Serialize(Stream.Null, value, JsonSettings.Strict(form));
    }

    /// <summary>Appends a value whose JSON form must be an object.</summary>
    /// <exception cref="NoJsonException">The value has no such form.</exception>
    internal void AppendObject<T>(T value, Func<JsonTypeInfo<T>> form)
    {
        var written = Append(value, form);
        if (written[0] != '{') throw new NoJsonException($"it is {Describe.KindOfText(written)}");
    }

    /// <summary>Ends an object that is a line, and returns the line with its line feed.</summary>
    internal ReadOnlySpan<byte> EndLine()
    {
        Writer.WriteEndObject();
        Writer.Flush();
        _buffer.Write("\n"u8);
        return _buffer.WrittenSpan;
    }

    public void Dispose()
    {
        if (_buffer.Capacity > LargestKept) return;
        _buffer.ResetWrittenCount();
        Writer.Reset();
        _idle = this;
    }

    /// <summary>
    /// Whether nothing has to be put right. A hook may write line feeds between tokens, and keys may be equal after a
    /// lone surrogate was replaced by U+FFFD, which begins with the byte EF.
    /// </summary>
    private static bool IsPlain(ReadOnlySpan<byte> written) => !written.ContainsAny((byte)'\n', (byte)'\r', (byte)0xEF);

    /// <summary>Writes the end of the text again, without white space and with each key once.</summary>
    private void PutRight(int start)
    {
        var whole = JsonReading.Read(_buffer.WrittenSpan[start..]);
        var before = _buffer.WrittenSpan[..start].ToArray();
        _buffer.ResetWrittenCount();
        _buffer.Write(before);
        using var again = new Utf8JsonWriter(_buffer, JsonSettings.Writer);
        NodeWriting.Write(again, whole);
    }
}
