using System.Text.Json.Serialization;

namespace Botyard.Tests;

// Enumerations that several tests read.
[JsonConverter(typeof(JsonStringEnumConverter<Side>))]
internal enum Side
{
    [JsonStringEnumMemberName("buy")]
    Buy,
    [JsonStringEnumMemberName("sell")]
    Sell,
}

internal enum Level
{
    Low,
    High,
}

[Flags]
internal enum Flags
{
    None = 0,
    A = 1,
    B = 2,
}
