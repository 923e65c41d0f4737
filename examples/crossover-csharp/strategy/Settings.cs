using System.Text.Json;
using System.Text.Json.Nodes;

namespace Crossover;

/// <summary>The settings of the bot, with the defaults of those that are missing.</summary>
public sealed record Settings(
    string Symbol = "AAPL", int ShortPeriod = 5, int LongPeriod = 20, int UpdateIntervalMs = 60_000)
{
    /// <summary>Reads the config.</summary>
    public static Settings Of(JsonObject config)
    {
        var settings = config.Deserialize(Json.Default.Settings)!;
        var (_, shorter, longer, _) = settings;
        return shorter < longer
            ? settings
            : throw new ArgumentException($"short_period must be less than long_period, got {shorter} and {longer}");
    }
}
