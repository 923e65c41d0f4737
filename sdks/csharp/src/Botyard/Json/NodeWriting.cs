using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>Writes JSON nodes.</summary>
internal static class NodeWriting
{
    /// <summary>Writes a node whose numbers may be non-finite [JSON-8].</summary>
    internal static void Write(Utf8JsonWriter writer, JsonNode? node)
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
                    Write(writer, value);
                }
                writer.WriteEndObject();
                break;
            case JsonArray items:
                Enter(writer);
                writer.WriteStartArray();
                foreach (var item in items) Write(writer, item);
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
        if (!isFinite) writer.WriteNullValue();
        else if (value.GetValueKind() == JsonValueKind.Object) WriteTyped(writer, value);
        else value.WriteTo(writer);
    }

    /// <summary>Writes a value of which the node keeps the type.</summary>
    private static void WriteTyped(Utf8JsonWriter writer, JsonValue value)
    {
        if (value.TryGetValue(out BigInteger integer)) BigIntegerConverter.Write(writer, integer);
        else if (value.TryGetValue(out ITuple? several) && several is ValueType) throw new NoJsonException(Lossy.NoTuple);
        else value.WriteTo(writer);
    }

    /// <summary>Refuses an object or array that is nested too deeply.</summary>
    internal static void Enter(Utf8JsonWriter writer)
    {
        if (writer.CurrentDepth >= JsonSettings.MaxDepth)
        {
            throw new NoJsonException($"it is nested deeper than {JsonSettings.MaxDepth}");
        }
    }
}
