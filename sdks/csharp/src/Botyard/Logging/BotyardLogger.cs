using System.Collections;
using System.Globalization;
using System.Text.Json.Nodes;
using Microsoft.Extensions.Logging;

namespace Botyard;

/// <summary>Writes each record as one line of the log.</summary>
internal sealed class BotyardLogger(string category, BotyardLoggerProvider provider) : ILogger
{
    /// <summary>The name by which a state has its message with names in the place of values.</summary>
    private const string Template = "{OriginalFormat}";

    private const string Category = "logger";

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => provider.Scopes?.Push(state);

    public bool IsEnabled(LogLevel logLevel) => logLevel != LogLevel.None;

    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (!IsEnabled(logLevel)) return;
        try
        {
            StandardStream.Error.Write(LineOf(NameOf(logLevel), Attempt(() => formatter(state, exception)) ?? "", state, exception));
        }
        catch (SystemError)
        {
            // A library that logs expects no failure.
        }
    }

    private byte[] LineOf(string level, string message, object? state, Exception? exception)
    {
        try
        {
            return LogLine.Of<JsonNode>(level, message, DataOf(state, exception), JsonWriting.NodeForm);
        }
        catch (Exception failure) when (failure is not EndedException)
        {
            return LogLine.Of<JsonNode>(level, message, new JsonObject { [Category] = category, ["failure"] = Reason(failure) }, JsonWriting.NodeForm);
        }
    }

    private JsonObject DataOf(object? state, Exception? exception)
    {
        var data = new JsonObject { [Category] = category };
        var scopes = new JsonArray();
        provider.Scopes?.ForEachScope(
            (scope, data) =>
            {
                if (!AddValues(data, scope)) scopes.Add((JsonNode?)Attempt(() => TextOf(scope)));
            },
            data);
        AddValues(data, state);
        if (scopes.Count > 0) data["scopes"] = scopes;
        if (exception != null) data["exception"] = FailureRecord.TextOf(exception);
        return data;
    }

    /// <summary>A text of the bot, or why there is none.</summary>
    private static string? Attempt(Func<string?> text)
    {
        try
        {
            return text();
        }
        catch (Exception failure) when (failure is not EndedException)
        {
            return Reason(failure);
        }
    }

    private static string Reason(Exception failure) => $"({failure.GetType().Name}: {FailureRecord.MessageOf(failure)})";

    private static string NameOf(LogLevel level) => level switch
    {
        LogLevel.Trace or LogLevel.Debug => "debug",
        LogLevel.Information => "info",
        LogLevel.Warning => "warn",
        _ => "error",
    };

    /// <summary>Adds the values that a state or a scope has by name; returns whether it has any.</summary>
    private static bool AddValues(JsonObject data, object? state)
    {
        if (state is not IEnumerable<KeyValuePair<string, object?>> values) return false;
        var named = values.Where(one => one.Key != Template).ToList();
        foreach (var (name, value) in named.Where(one => one.Key != Category)) data[name] = NodeOf(value);
        return named.Count > 0;
    }

    private static JsonNode? NodeOf(object? value) => value switch
    {
        null => null,
        bool truth => truth,
        sbyte or byte or short or ushort or int or uint or long => Convert.ToInt64(value, CultureInfo.InvariantCulture),
        ulong number => number,
        decimal number => number,
        float number => float.IsFinite(number) ? number : null,
        double number => double.IsFinite(number) ? number : null,
        JsonNode node => CopyOf(node),
        _ => Attempt(() => TextOf(value)),
    };

    /// <summary>A copy of a node; a text in place of one that is nested too deeply.</summary>
    private static JsonNode? CopyOf(JsonNode node)
    {
        try
        {
            return JsonReading.Read(JsonWriting.Write(node));
        }
        catch (NoJsonException refused)
        {
            return Reason(refused);
        }
    }

    private static string? TextOf(object? value) => value switch
    {
        string text => text,
        DateTime or DateTimeOffset => ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture),
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        // A scope of a message without values is a list, too, and knows its text.
        IEnumerable several and not IReadOnlyList<KeyValuePair<string, object?>> => string.Join(", ", several.Cast<object?>()),
        _ => value?.ToString(),
    };
}
