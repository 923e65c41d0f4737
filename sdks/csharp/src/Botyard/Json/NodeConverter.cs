using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Botyard;

/// <summary>Writes JSON nodes, whose numbers may be non-finite, and reads them strictly.</summary>
internal sealed class NodeConverter<T> : JsonConverter<T>
    where T : JsonNode
{
    public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var element = JsonElement.ParseValue(ref reader);
        return JsonReading.Node(element) as T
            ?? throw new JsonException($"a value that is not {typeof(T).Name}");
    }

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        NodeWriting.Write(writer, value);
}
