using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>The options of the library that the contract needs.</summary>
internal static class JsonSettings
{
    /// <summary>How deeply a value may be nested; the contract requires 64 [JSON-12].</summary>
    internal const int MaxDepth = 512;

    internal const string Reflection =
        "The JSON form is found by reflection. Pass the JsonTypeInfo of a source-generated context instead.";

    private static readonly ConditionalWeakTable<JsonSerializerOptions, JsonSerializerOptions> _fitted = [];
    private static JsonSerializerOptions? _reflecting;

    internal static JsonWriterOptions Writer { get; } =
        new() { Encoder = PlainEncoder.Instance, MaxDepth = MaxDepth, SkipValidation = true };

    internal static JsonReaderOptions Reader { get; } = new() { MaxDepth = MaxDepth };

    /// <summary>Finds the form of a type by reflection.</summary>
    [RequiresUnreferencedCode(Reflection), RequiresDynamicCode(Reflection)]
    internal static JsonTypeInfo<T> TypeInfo<T>()
    {
        _reflecting ??= Fit(new JsonSerializerOptions(JsonSerializerOptions.Default));
        return (JsonTypeInfo<T>)_reflecting.GetTypeInfo(typeof(T));
    }

    /// <summary>The form of a type as a bot declared it, with the numbers and nodes of the contract.</summary>
    internal static JsonTypeInfo<T> Fitted<T>(JsonTypeInfo<T> declared)
    {
        var options = _fitted.GetValue(declared.Options, own => Fit(new JsonSerializerOptions(own)));
        return (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));
    }

    private static JsonSerializerOptions Fit(JsonSerializerOptions options)
    {
        options.Encoder = PlainEncoder.Instance;
        options.MaxDepth = MaxDepth;
        options.WriteIndented = false;
        options.Converters.Add(new FiniteConverter<double>(JsonMetadataServices.DoubleConverter));
        options.Converters.Add(new FiniteConverter<float>(JsonMetadataServices.SingleConverter));
        options.Converters.Add(new FiniteConverter<Half>(JsonMetadataServices.HalfConverter));
        options.Converters.Add(new NodeConverter<JsonNode>());
        options.Converters.Add(new NodeConverter<JsonObject>());
        options.Converters.Add(new NodeConverter<JsonArray>());
        options.Converters.Add(new NodeConverter<JsonValue>());
        return options;
    }
}
