// A realtime bot: it runs until the platform stops it.

using System.Text.Json;
using Botyard;

var input = Input.Parse();
var config = input.Config.Deserialize<Config>(JsonSerializerOptions.Web)!;
var beats = State.Get("beats", 0);
Log.Info("started", new { bot = input.BotId, symbol = config.Symbol });

while (true)
{
    beats++;
    Bot.Metric("beat", new { symbol = config.Symbol, count = beats });
    State.Set("beats", beats);
    Thread.Sleep(TimeSpan.FromSeconds(config.IntervalSeconds));
}

/// <summary>What bot-schema.json guarantees about the config of an instance.</summary>
internal sealed record Config(
    string Symbol,
    [property: System.Text.Json.Serialization.JsonPropertyName("interval_seconds")] double IntervalSeconds);
