using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>Writes values as JSON by the rules of the contract [JSON-1 … JSON-18].</summary>
internal static class JsonWriting
{
    private static readonly SearchValues<char> _unescaped = SearchValues.Create(
        " !#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~");

    /// <summary>A writer to use again: making one takes longer than writing a metric.</summary>
    [ThreadStatic]
    private static Utf8JsonWriter? _idle;

    /// <summary>Writes a value as one JSON document.</summary>
    /// <exception cref="NoJsonException">The value has no JSON form.</exception>
    internal static byte[] Write<T>(T value, Func<JsonTypeInfo<T>> form)
    {
        var buffer = new ArrayBufferWriter<byte>(256);
        Append(buffer, value, form);
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Writes a JSON value as one JSON document.</summary>
    internal static byte[] Write(JsonNode? value)
    {
        var buffer = new ArrayBufferWriter<byte>(256);
        Append(buffer, writer => WriteNode(writer, value));
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Writes a text as a JSON string.</summary>
    internal static ReadOnlySpan<byte> Quote(string text)
    {
        var buffer = new ArrayBufferWriter<byte>(text.Length + 2);
        AppendQuoted(buffer, text);
        return buffer.WrittenSpan;
    }

    /// <summary>Appends a text as a JSON string.</summary>
    internal static void AppendQuoted(IBufferWriter<byte> buffer, string text)
    {
        if (text.AsSpan().ContainsAnyExcept(_unescaped))
        {
            using var writer = new Utf8JsonWriter(buffer, JsonSettings.Writer);
            writer.WriteStringValue(text);
            return;
        }
        var target = buffer.GetSpan(text.Length + 2);
        target[0] = (byte)'"';
        Encoding.ASCII.GetBytes(text, target[1..]);
        target[text.Length + 1] = (byte)'"';
        buffer.Advance(text.Length + 2);
    }

    /// <summary>Appends a value to a line or a document, and returns what has been appended.</summary>
    /// <exception cref="NoJsonException">The value has no JSON form; the end of the buffer is undefined.</exception>
    internal static ReadOnlySpan<byte> Append<T>(ArrayBufferWriter<byte> buffer, T value, Func<JsonTypeInfo<T>> form)
    {
        // A node needs no metadata, which takes longer to load than all the rest of a short run.
        if (value is JsonNode node) return Append(buffer, writer => WriteNode(writer, node));
        return Append(buffer, writer => JsonSerializer.Serialize(writer, value, form()));
    }

    /// <summary>Appends a value whose JSON form must be an object.</summary>
    /// <exception cref="NoJsonException">The value has no such form.</exception>
    internal static void AppendObject<T>(ArrayBufferWriter<byte> buffer, T value, Func<JsonTypeInfo<T>> form)
    {
        var written = Append(buffer, value, form);
        if (written[0] != '{') throw new NoJsonException($"it is {Describe.KindOfText(written)}");
    }

    private static ReadOnlySpan<byte> Append(ArrayBufferWriter<byte> buffer, Action<Utf8JsonWriter> write)
    {
        var start = buffer.WrittenCount;
        try
        {
            // A hook may call the SDK again, so the writer is not idle meanwhile. After a failure it is not used again.
            var writer = _idle ?? new Utf8JsonWriter(buffer, JsonSettings.Writer);
            _idle = null;
            writer.Reset(buffer);
            write(writer);
            writer.Flush();
            _idle = writer;
        }
        catch (Exception refused) when (refused is not OutOfMemoryException)
        {
            throw new NoJsonException(refused.Message, refused);
        }
        if (ArePlain(buffer.WrittenSpan[start..])) return buffer.WrittenSpan[start..];
        var whole = JsonReading.Read(buffer.WrittenSpan[start..]);
        var before = buffer.WrittenSpan[..start].ToArray();
        buffer.ResetWrittenCount();
        buffer.Write(before);
        using var plain = new Utf8JsonWriter(buffer, JsonSettings.Writer);
        WriteNode(plain, whole);
        plain.Flush();
        return buffer.WrittenSpan[start..];
    }

    /// <summary>
    /// Whether nothing has to be put right. A hook may write line feeds between tokens, and keys may be equal after a
    /// lone surrogate was replaced by U+FFFD.
    /// </summary>
    private static bool ArePlain(ReadOnlySpan<byte> written) =>
        !written.ContainsAny((byte)'\n', (byte)'\r') && written.IndexOf("\uFFFD"u8) < 0;

    /// <summary>Writes a node whose numbers may be non-finite [JSON-8].</summary>
    internal static void WriteNode(Utf8JsonWriter writer, JsonNode? node)
    {
        switch (node)
        {
            case null:
                writer.WriteNullValue();
                break;
            case JsonObject properties:
                Enter(writer);
                writer.WriteStartObject();
                foreach (var (key, value) in properties)
                {
                    writer.WritePropertyName(key);
                    WriteNode(writer, value);
                }
                writer.WriteEndObject();
                break;
            case JsonArray items:
                Enter(writer);
                writer.WriteStartArray();
                foreach (var item in items) WriteNode(writer, item);
                writer.WriteEndArray();
                break;
            default:
                WriteValue(writer, node.AsValue());
                break;
        }
    }

    private static void WriteValue(Utf8JsonWriter writer, JsonValue value)
    {
        var isFinite = value.TryGetValue(out double wide) ? double.IsFinite(wide)
            : !value.TryGetValue(out float narrow) || float.IsFinite(narrow);
        if (isFinite) value.WriteTo(writer);
        else writer.WriteNullValue();
    }

    private static void Enter(Utf8JsonWriter writer)
    {
        if (writer.CurrentDepth >= JsonSettings.MaxDepth)
        {
            throw new NoJsonException($"it is nested deeper than {JsonSettings.MaxDepth}");
        }
    }
}
