// A scheduled bot: it runs once for every tick of its schedule, and reports a result.

using Botyard;

var input = Input.Parse<Config>();
var config = input.Config;
var runs = State.Get("runs", 0) + 1;
Log.Info("running", new { bot = input.BotId, symbol = config.Symbol });

Bot.Metric("run", new { symbol = config.Symbol, count = runs });
State.Set("runs", runs);
Bot.Success($"looked at {config.Symbol}, run {runs}");

/// <summary>What bot-schema.json guarantees about the config of an instance.</summary>
internal sealed record Config(string Symbol);
