namespace Botyard;

/// <summary>The bot's id, and its config as a type, as <see cref="Input.Parse{T}()"/> returns them.</summary>
/// <typeparam name="T">The type of the config.</typeparam>
/// <example>
/// <code>
/// BotInput&lt;Config> input = Input.Parse&lt;Config>();
/// Console.WriteLine($"{input.BotId} watches {input.Config.Symbol}"); // bot-1 watches AAPL
///
/// record Config(string Symbol);
/// </code>
/// </example>
public sealed class BotInput<T>
{
    internal BotInput(string botId, T config)
    {
        BotId = botId;
        Config = config;
    }

    /// <summary>The identifier that the platform assigned to this bot; never empty [IN-1].</summary>
    public string BotId { get; }

    /// <summary>The bot's config.</summary>
    public T Config { get; }
}
