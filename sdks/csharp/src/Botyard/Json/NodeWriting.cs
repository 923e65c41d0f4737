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
        if (isFinite) value.WriteTo(writer);
        else writer.WriteNullValue();
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
