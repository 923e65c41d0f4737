using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

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

    /// <summary>Reads the bot's id, and its config as a type [IN-6].</summary>
    /// <remarks>The config must fit at every depth, as <see cref="State.Get{T}(string, T)"/> describes.</remarks>
    /// <returns>The bot's id, which is never empty, and its config.</returns>
    /// <exception cref="BotyardException">
    /// As <see cref="Parse()"/>, then <c>input.wrong_type</c> with the path of the first part that does not fit, such as
    /// <c>legs[0].size</c>. It does not quote the config and has no cause [IN-5].
    /// </exception>
    /// <example>
    /// <code>
    /// var config = Input.Parse&lt;Config>().Config;
    /// Console.WriteLine($"{config.Shares} {config.Symbol}"); // 10 AAPL
    ///
    /// record Config(string Symbol, int Shares = 10);
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static BotInput<T> Parse<T>() => As(Parse(), JsonSettings.TypeInfo<T>());

    /// <summary>Reads the bot's id, and its config as a type with a source-generated JSON form.</summary>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <returns>The bot's id, which is never empty, and its config.</returns>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    public static BotInput<T> Parse<T>(JsonTypeInfo<T> typeInfo) => As(Parse(), typeInfo);

    private static BotInput<T> As<T>(BotInput input, JsonTypeInfo<T> form)
    {
        try
        {
            return new BotInput<T>(input.BotId, TypedReading.Read(input.Config, form)!);
        }
        catch (MisfitException misfit)
        {
            throw Failure.Of("input.wrong_type", ("reason", misfit.Reason(secret: input.Config)));
        }
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
