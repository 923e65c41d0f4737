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

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => provider.Scopes?.Push(state);

    public bool IsEnabled(LogLevel logLevel) => logLevel != LogLevel.None;

    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (!IsEnabled(logLevel)) return;
        var data = new JsonObject { ["logger"] = category };
        var scopes = new JsonArray();
        provider.Scopes?.ForEachScope(
            (scope, data) =>
            {
                if (!AddValues(data, scope)) scopes.Add((JsonNode?)TextOf(scope));
            },
            data);
        AddValues(data, state);
        if (scopes.Count > 0) data["scopes"] = scopes;
        if (exception != null) data["exception"] = exception.ToString();
        try
        {
            var message = formatter(state, exception);
            StandardStream.Error.Write(LogLine.Of<JsonNode>(NameOf(logLevel), message, data, JsonWriting.NodeForm));
        }
        catch (SystemError)
        {
            // A library that logs expects no failure.
        }
    }

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
        foreach (var (name, value) in named) data[name] = NodeOf(value);
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
        JsonNode node => node.DeepClone(),
        _ => TextOf(value),
    };

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
