using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>The bot's id and config, as <see cref="Input.Parse()"/> returns them.</summary>
/// <example>
/// <code>
/// BotInput input = Input.Parse();
/// Log.Info($"{input.BotId} begins");
/// // {"level":"info","timestamp":"…","message":"bot-1 begins"}
/// </code>
/// </example>
public sealed class BotInput
{
    internal BotInput(string botId, JsonObject config)
    {
        BotId = botId;
        Config = config;
    }

    /// <summary>The identifier that the platform assigned to this bot; never empty [IN-1].</summary>
    /// <example><code>Console.WriteLine(Input.Parse().BotId); // bot-1</code></example>
    public string BotId { get; }

    /// <summary>The bot's config, valid against its configuration schema; changing it has no effect [IN-4].</summary>
    /// <remarks>Numbers keep their digits, so that an integer of any size is exact.</remarks>
    /// <example>
    /// <code>
    /// var config = Input.Parse().Config;
    /// var symbol = (string?)config["symbol"] ?? "MSFT";
    /// var shares = (int?)config["shares"] ?? 10;
    /// Console.WriteLine($"{shares} {symbol}"); // 10 AAPL
    /// </code>
    /// </example>
    public JsonObject Config { get; }
}
