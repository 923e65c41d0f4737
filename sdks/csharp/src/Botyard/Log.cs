using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>Log: structured records with a level, a message and data.</summary>
/// <remarks>
/// A record is one line of JSON on standard error, with the time in UTC to the millisecond, written before the method
/// returns [LOG-1]. The levels, from the least to the most important, are <c>debug</c>, <c>info</c>, <c>warn</c> and
/// <c>error</c>. Each method may be called from any thread.
/// </remarks>
public static class Log
{
    /// <summary>Writes a record of level <c>debug</c>, for details that only help the bot's author.</summary>
    /// <param name="message">What happened.</param>
    /// <exception cref="BotyardException">As <see cref="Info(string)"/>.</exception>
    public static void Debug(string message) => Write("debug", message);

    /// <summary>Writes a record of level <c>debug</c> with data.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="data">Details, as for <see cref="Info{T}(string, T)"/>.</param>
    /// <exception cref="BotyardException">As <see cref="Info{T}(string, T)"/>.</exception>
    /// <example>
    /// <code>
    /// Log.Debug("asked the feed", new { milliseconds = 12 });
    /// // {"level":"debug","timestamp":"…","message":"asked the feed","data":{"milliseconds":12}}
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Debug<T>(string message, T data) => Write("debug", message, data, JsonSettings.TypeInfo<T>);

    /// <summary>Writes a record of level <c>debug</c> with data of a source-generated JSON form.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="data">Details, as for <see cref="Info{T}(string, T)"/>.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As <see cref="Info{T}(string, T)"/>.</exception>
    public static void Debug<T>(string message, T data, JsonTypeInfo<T> typeInfo) =>
        Write("debug", message, data, () => JsonSettings.Fitted(typeInfo));

    /// <summary>Writes a record of level <c>info</c>, for what the bot does.</summary>
    /// <param name="message">What happened.</param>
    /// <exception cref="BotyardException">
    /// <c>log.invalid_message</c> if the message is null, <c>log.write_failed</c> if standard error cannot be written
    /// [LOG-2, LOG-3].
    /// </exception>
    /// <example>
    /// <code>
    /// Log.Info("opened");
    /// // {"level":"info","timestamp":"…","message":"opened"}
    /// </code>
    /// </example>
    public static void Info(string message) => Write("info", message);

    /// <summary>Writes a record of level <c>info</c> with data.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="data">
    /// Details: any value whose JSON form is an object; null, and a value that is written as null, counts as not given.
    /// </param>
    /// <exception cref="BotyardException">
    /// As <see cref="Info(string)"/>, and <c>log.invalid_data</c> if the data has no JSON form, or one that is neither
    /// an object nor null.
    /// </exception>
    /// <example>
    /// <code>
    /// Log.Info("bought", new { symbol = "AAPL", shares = 10 });
    /// // {"level":"info","timestamp":"…","message":"bought","data":{"symbol":"AAPL","shares":10}}
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Info<T>(string message, T data) => Write("info", message, data, JsonSettings.TypeInfo<T>);

    /// <summary>Writes a record of level <c>info</c> with data of a source-generated JSON form.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="data">Details, as for <see cref="Info{T}(string, T)"/>.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As <see cref="Info{T}(string, T)"/>.</exception>
    /// <example>
    /// <code>
    /// Log.Info("bought", new Order("AAPL", 10), OrderJson.Default.Order);
    /// // {"level":"info","timestamp":"…","message":"bought","data":{"symbol":"AAPL","shares":10}}
    ///
    /// record Order(string Symbol, int Shares);
    ///
    /// [JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
    /// [JsonSerializable(typeof(Order))]
    /// partial class OrderJson : JsonSerializerContext;
    /// </code>
    /// </example>
    public static void Info<T>(string message, T data, JsonTypeInfo<T> typeInfo) =>
        Write("info", message, data, () => JsonSettings.Fitted(typeInfo));

    /// <summary>Writes a record of level <c>warn</c>, for what is unexpected but no failure.</summary>
    /// <param name="message">What happened.</param>
    /// <exception cref="BotyardException">As <see cref="Info(string)"/>.</exception>
    public static void Warn(string message) => Write("warn", message);

    /// <summary>Writes a record of level <c>warn</c> with data.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="data">Details, as for <see cref="Info{T}(string, T)"/>.</param>
    /// <exception cref="BotyardException">As <see cref="Info{T}(string, T)"/>.</exception>
    /// <example>
    /// <code>
    /// Log.Warn("the feed is late", new { seconds = 90 });
    /// // {"level":"warn","timestamp":"…","message":"the feed is late","data":{"seconds":90}}
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Warn<T>(string message, T data) => Write("warn", message, data, JsonSettings.TypeInfo<T>);

    /// <summary>Writes a record of level <c>warn</c> with data of a source-generated JSON form.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="data">Details, as for <see cref="Info{T}(string, T)"/>.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As <see cref="Info{T}(string, T)"/>.</exception>
    public static void Warn<T>(string message, T data, JsonTypeInfo<T> typeInfo) =>
        Write("warn", message, data, () => JsonSettings.Fitted(typeInfo));

    /// <summary>Writes a record of level <c>error</c>, for a failure after which the run continues.</summary>
    /// <remarks>Unlike <see cref="Bot.Error"/>, this returns and reports no result.</remarks>
    /// <param name="message">What happened.</param>
    /// <exception cref="BotyardException">As <see cref="Info(string)"/>.</exception>
    public static void Error(string message) => Write("error", message);

    /// <summary>Writes a record of level <c>error</c> with data; the run continues.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="data">Details, as for <see cref="Info{T}(string, T)"/>.</param>
    /// <exception cref="BotyardException">As <see cref="Info{T}(string, T)"/>.</exception>
    /// <example>
    /// <code>
    /// Log.Error("no price", new { symbol = "AAPL" });
    /// // {"level":"error","timestamp":"…","message":"no price","data":{"symbol":"AAPL"}}
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Error<T>(string message, T data) => Write("error", message, data, JsonSettings.TypeInfo<T>);

    /// <summary>Writes a record of level <c>error</c> with data of a source-generated JSON form; the run continues.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="data">Details, as for <see cref="Info{T}(string, T)"/>.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As <see cref="Info{T}(string, T)"/>.</exception>
    public static void Error<T>(string message, T data, JsonTypeInfo<T> typeInfo) =>
        Write("error", message, data, () => JsonSettings.Fitted(typeInfo));

    private static void Write(string level, string message)
    {
        RequireMessage(message);
        Write(LogLine.Of(level, message));
    }

    private static void Write<T>(string level, string message, T data, Func<JsonTypeInfo<T>> form)
    {
        RequireMessage(message);
        try
        {
            Write(LogLine.Of(level, message, data, form));
        }
        catch (NoJsonException refused)
        {
            throw Failure.From(refused, "log.invalid_data", ("reason", refused.Message));
        }
    }

    private static void RequireMessage(string message)
    {
        if (message is null) throw Failure.Of("log.invalid_message", ("kind", "null"));
    }

    private static void Write(ReadOnlySpan<byte> line)
    {
        try
        {
            StandardStream.Error.Write(line);
        }
        catch (SystemError error)
        {
            throw Failure.From(error, "log.write_failed", ("reason", error.Name));
        }
    }
}
