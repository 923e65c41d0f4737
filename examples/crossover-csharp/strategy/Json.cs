using System.Text.Json.Serialization;

namespace Crossover;

/// <summary>The JSON forms of the bot, whose names are in snake_case.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(Settings))]
[JsonSerializable(typeof(PriceList))]
[JsonSerializable(typeof(Refusal))]
[JsonSerializable(typeof(Price))]
[JsonSerializable(typeof(Sma))]
[JsonSerializable(typeof(Signal))]
[JsonSerializable(typeof(Record))]
[JsonSerializable(typeof(Status))]
[JsonSerializable(typeof(Signals))]
[JsonSerializable(typeof(Performance))]
public sealed partial class Json : JsonSerializerContext;
