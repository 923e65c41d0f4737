using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>The bot's log: one line of JSON on standard error for each call [LOG-1].</summary>
/// <remarks>
/// Each level takes a message, and optionally data: any value whose JSON form is an object. All fail with
/// <c>log.invalid_message</c> if the message is null, <c>log.invalid_data</c> if the JSON form of the data is neither an
/// object nor null, and <c>log.write_failed</c> if standard error cannot be written to [LOG-2, LOG-3].
/// </remarks>
/// <example><code>Log.Warn("price is old", new { symbol = "AAPL", seconds = 90 });</code></example>
public static class Log
{
    /// <summary>Logs details for the bot's author.</summary>
    /// <exception cref="BotyardException"><c>log.invalid_message</c>, <c>log.write_failed</c></exception>
    public static void Debug(string message) => Write("debug", message);

    /// <summary>Logs details for the bot's author, with data.</summary>
    /// <exception cref="BotyardException">
    /// <c>log.invalid_message</c>, <c>log.invalid_data</c>, <c>log.write_failed</c>
    /// </exception>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Debug<T>(string message, T data) => Write("debug", message, data, JsonSettings.TypeInfo<T>);

    /// <summary>Logs details for the bot's author, with data of a source-generated JSON form.</summary>
    /// <exception cref="BotyardException">
    /// <c>log.invalid_message</c>, <c>log.invalid_data</c>, <c>log.write_failed</c>
    /// </exception>
    public static void Debug<T>(string message, T data, JsonTypeInfo<T> typeInfo) =>
        Write("debug", message, data, () => JsonSettings.Fitted(typeInfo));

    /// <summary>Logs what the bot does.</summary>
    /// <exception cref="BotyardException"><c>log.invalid_message</c>, <c>log.write_failed</c></exception>
    public static void Info(string message) => Write("info", message);

    /// <summary>Logs what the bot does, with data.</summary>
    /// <exception cref="BotyardException">
    /// <c>log.invalid_message</c>, <c>log.invalid_data</c>, <c>log.write_failed</c>
    /// </exception>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Info<T>(string message, T data) => Write("info", message, data, JsonSettings.TypeInfo<T>);

    /// <summary>Logs what the bot does, with data of a source-generated JSON form.</summary>
    /// <exception cref="BotyardException">
    /// <c>log.invalid_message</c>, <c>log.invalid_data</c>, <c>log.write_failed</c>
    /// </exception>
    public static void Info<T>(string message, T data, JsonTypeInfo<T> typeInfo) =>
        Write("info", message, data, () => JsonSettings.Fitted(typeInfo));

    /// <summary>Logs something unexpected that the bot can live with.</summary>
    /// <exception cref="BotyardException"><c>log.invalid_message</c>, <c>log.write_failed</c></exception>
    public static void Warn(string message) => Write("warn", message);

    /// <summary>Logs something unexpected that the bot can live with, with data.</summary>
    /// <exception cref="BotyardException">
    /// <c>log.invalid_message</c>, <c>log.invalid_data</c>, <c>log.write_failed</c>
    /// </exception>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Warn<T>(string message, T data) => Write("warn", message, data, JsonSettings.TypeInfo<T>);

    /// <summary>Logs something unexpected that the bot can live with, with data of a source-generated JSON form.</summary>
    /// <exception cref="BotyardException">
    /// <c>log.invalid_message</c>, <c>log.invalid_data</c>, <c>log.write_failed</c>
    /// </exception>
    public static void Warn<T>(string message, T data, JsonTypeInfo<T> typeInfo) =>
        Write("warn", message, data, () => JsonSettings.Fitted(typeInfo));

    /// <summary>Logs something that went wrong; the run continues.</summary>
    /// <exception cref="BotyardException"><c>log.invalid_message</c>, <c>log.write_failed</c></exception>
    public static void Error(string message) => Write("error", message);

    /// <summary>Logs something that went wrong; the run continues, with data.</summary>
    /// <exception cref="BotyardException">
    /// <c>log.invalid_message</c>, <c>log.invalid_data</c>, <c>log.write_failed</c>
    /// </exception>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Error<T>(string message, T data) => Write("error", message, data, JsonSettings.TypeInfo<T>);

    /// <summary>Logs something that went wrong; the run continues, with data of a source-generated JSON form.</summary>
    /// <exception cref="BotyardException">
    /// <c>log.invalid_message</c>, <c>log.invalid_data</c>, <c>log.write_failed</c>
    /// </exception>
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
