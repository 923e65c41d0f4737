using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>What the platform gives to a bot.</summary>
public sealed class BotInput
{
    internal BotInput(string botId, JsonObject config)
    {
        BotId = botId;
        Config = config;
    }

    /// <summary>The bot's identifier, exactly as it is in <c>BOT_ID</c>.</summary>
    public string BotId { get; }

    /// <summary>The bot's configuration, a copy of its own [IN-4].</summary>
    public JsonObject Config { get; }
}
