using System.Text;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>The bot's identifier and configuration.</summary>
public static class Input
{
    /// <summary>Reads <c>BOT_ID</c> and <c>BOT_CONFIG</c>, anew at each call [IN-4].</summary>
    /// <returns>The bot's identifier and its configuration, which may be changed.</returns>
    /// <exception cref="BotyardException">
    /// <c>input.missing_bot_id</c>, <c>input.missing_bot_config</c>, <c>input.invalid_bot_config</c> (the cause gives
    /// the position), <c>input.config_not_object</c>, in this order [IN-2]. None of them quotes the config [IN-5].
    /// </exception>
    /// <example>
    /// <code>
    /// var input = Input.Parse();
    /// var symbol = input.Config["symbol"]?.GetValue&lt;string&gt;() ?? "AAPL";
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
