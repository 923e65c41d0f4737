using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>The types that the library would write in another way. A converter is made when its type occurs.</summary>
internal sealed class ContractConverters : JsonConverterFactory
{
    public override bool CanConvert(Type typeToConvert) => Find(typeToConvert) != null;

    public override JsonConverter? CreateConverter(Type typeToConvert, JsonSerializerOptions options) =>
        Find(typeToConvert)?.Invoke();

    private static Func<JsonConverter>? Find(Type type) =>
        type == typeof(double) ? () => new FiniteConverter<double>(JsonMetadataServices.DoubleConverter)
        : type == typeof(float) ? () => new FiniteConverter<float>(JsonMetadataServices.SingleConverter)
        : type == typeof(Half) ? () => new FiniteConverter<Half>(JsonMetadataServices.HalfConverter)
        : type == typeof(JsonNode) ? () => new NodeConverter<JsonNode>()
        : type == typeof(JsonObject) ? () => new NodeConverter<JsonObject>()
        : type == typeof(JsonArray) ? () => new NodeConverter<JsonArray>()
        : type == typeof(JsonValue) ? () => new NodeConverter<JsonValue>()
        : type.Namespace == "System.Numerics" ? OfNumerics(type)
        : null;

    /// <summary>The name of such a type would load its assembly at every start.</summary>
    private static Func<JsonConverter>? OfNumerics(Type type) =>
        type == typeof(System.Numerics.BigInteger) ? () => new BigIntegerConverter() : null;
}
