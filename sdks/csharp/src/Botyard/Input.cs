using System.Text;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>The bot's id and config. The platform sets both as environment variables before it starts the bot.</summary>
public static class Input
{
    /// <summary>Reads the bot's id from <c>BOT_ID</c> and its config from <c>BOT_CONFIG</c>.</summary>
    /// <remarks>
    /// Every call reads both variables again and returns a new copy of the config. An empty variable counts as not set
    /// [IN-1, IN-4].
    /// </remarks>
    /// <returns>The bot's id, which is never empty, and its config.</returns>
    /// <exception cref="BotyardException">
    /// The first of these codes that applies [IN-2]: <c>input.missing_bot_id</c> or <c>input.missing_bot_config</c> if
    /// the variable is not set, <c>input.invalid_bot_config</c> if the config is not JSON (the cause gives the
    /// position), <c>input.config_not_object</c> if it is JSON, but no object. None of them quotes the config [IN-5].
    /// </exception>
    /// <example>
    /// <code>
    /// var input = Input.Parse();
    /// Console.WriteLine($"{input.BotId} watches {input.Config["symbol"]}"); // bot-1 watches AAPL
    /// </code>
    /// </example>
    public static BotInput Parse()
    {
        var id = Variables.Get("BOT_ID") ?? throw Failure.Of("input.missing_bot_id");
        var text = Variables.Get("BOT_CONFIG") ?? throw Failure.Of("input.missing_bot_config");
        var config = Read(text);
        return config is JsonObject properties
            ? new BotInput(id, properties)
            : throw Failure.Of("input.config_not_object", ("kind", Describe.Kind(config)));
    }

    private static JsonNode? Read(string config)
    {
        try
        {
            return JsonReading.Read(Encoding.UTF8.GetBytes(config));
        }
        catch (NoJsonException refused)
        {
            throw Failure.From(refused, "input.invalid_bot_config");
        }
    }
}
