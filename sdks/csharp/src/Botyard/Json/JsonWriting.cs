using System.Diagnostics;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>Writes values as whole JSON documents.</summary>
internal static class JsonWriting
{
    /// <summary>Writes a value as one JSON document.</summary>
    /// <exception cref="NoJsonException">The value has no JSON form.</exception>
    internal static byte[] Write<T>(T value, Func<JsonTypeInfo<T>> form)
    {
        using var text = JsonText.Begin();
        return text.Append(value, form).ToArray();
    }

    /// <summary>Writes a JSON value as one JSON document.</summary>
    internal static byte[] Write(JsonNode? value) => value is null ? [.. "null"u8] : Write(value, NodeForm);

    /// <summary>The JSON text of a value.</summary>
    internal static string Text(JsonNode? value) => Encoding.UTF8.GetString(Write(value));

    /// <summary>Writes a text as a JSON string.</summary>
    internal static byte[] Quote(string text)
    {
        using var quoted = JsonText.Begin();
        quoted.Writer.WriteStringValue(text);
        return quoted.Written.ToArray();
    }

    /// <summary>The form of a node, which is written without one.</summary>
    internal static JsonTypeInfo<JsonNode> NodeForm() => throw new UnreachableException("A node needs no form.");
}
