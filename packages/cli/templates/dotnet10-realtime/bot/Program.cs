// A realtime bot: it runs until the platform stops it.

using System.Text.Json.Serialization;
using Botyard;

var input = Input.Parse<Config>();
var config = input.Config;
var beats = State.Get("beats", 0);
Log.Info("started", new { bot = input.BotId, symbol = config.Symbol });

while (!Stop.Requested)
{
    beats++;
    Bot.Metric("beat", new { symbol = config.Symbol, count = beats });
    State.Set("beats", beats);
    Stop.Wait(TimeSpan.FromSeconds(config.IntervalSeconds));
}

/// <summary>What bot-schema.json guarantees about the config of an instance.</summary>
internal sealed record Config(
    string Symbol,
    [property: JsonPropertyName("interval_seconds")] double IntervalSeconds);
