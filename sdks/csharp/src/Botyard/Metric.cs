using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>What a bot reports: metrics, and the result of a run.</summary>
/// <remarks>References such as [MET-1] are clauses of the bot contract.</remarks>
/// <example>
/// A bot:
/// <code>
/// var config = Input.Parse().Config;
/// var runs = State.Get("runs", 0) + 1;
/// State.Set("runs", runs);
/// Bot.Metric("price", new { symbol = config["symbol"], value = 187.5 });
/// // {"_metric":"price","timestamp":"…","data":{"symbol":"AAPL","value":187.5}}
/// Bot.Success($"looked {runs} times");
/// // result.json: {"status":"success","message":"looked 1 times"}
/// </code>
/// </example>
public static partial class Bot
{
    private const int LongestLine = 65_536;
    private static readonly JsonEncodedText _metric = JsonEncodedText.Encode("_metric");
    private static readonly JsonEncodedText _data = JsonEncodedText.Encode("data");

    /// <summary>Emits a metric: one line on standard output, written before this returns [MET-1].</summary>
    /// <remarks>
    /// It may be called from any thread. The time of the call is written next to the data, in UTC to the millisecond,
    /// not inside it. Members are named in camel case, as in other languages, unless <c>[JsonPropertyName]</c> says
    /// otherwise: <c>Symbol</c> is written as <c>symbol</c>.
    /// </remarks>
    /// <param name="type">Name of the metric, such as <c>price</c>; not empty.</param>
    /// <param name="data">
    /// Any value whose JSON form is an object: an anonymous object, a record, a dictionary, a <c>JsonObject</c>. A
    /// number that is not finite is written as null [JSON-8]. The whole line has at most 65,536 bytes [MET-12].
    /// </param>
    /// <exception cref="BotyardException">
    /// <c>metric.invalid_type</c> if the type is null or empty, <c>metric.invalid_data</c> if the data is not an object or
    /// has no JSON form, <c>metric.too_large</c> if the line would be longer than 65,536 bytes,
    /// <c>metric.write_failed</c> if standard output cannot be written [MET-2, MET-5, MET-12].
    /// </exception>
    /// <example>
    /// <code>
    /// Bot.Metric("price", new { symbol = "AAPL", value = 187.5 });
    /// // {"_metric":"price","timestamp":"…","data":{"symbol":"AAPL","value":187.5}}
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Metric<T>(string type, T data) => Emit(type, data, JsonSettings.TypeInfo<T>);

    /// <summary>Emits a metric whose data has a source-generated JSON form.</summary>
    /// <remarks>
    /// It works in a bot that is trimmed or compiled ahead of time, and starts faster than reflection, which matters
    /// for scheduled bots.
    /// </remarks>
    /// <param name="type">Name of the metric, such as <c>price</c>; not empty.</param>
    /// <param name="data">A value whose JSON form is an object; the whole line has at most 65,536 bytes.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    /// <example>
    /// <code>
    /// Bot.Metric("price", new Price("AAPL", 187.5), PriceJson.Default.Price);
    /// // {"_metric":"price","timestamp":"…","data":{"symbol":"AAPL","value":187.5}}
    ///
    /// record Price(string Symbol, double Value);
    ///
    /// [JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
    /// [JsonSerializable(typeof(Price))]
    /// partial class PriceJson : JsonSerializerContext;
    /// </code>
    /// </example>
    public static void Metric<T>(string type, T data, JsonTypeInfo<T> typeInfo)
    {
        ArgumentNullException.ThrowIfNull(typeInfo);
        Emit(type, data, () => JsonSettings.Fitted(typeInfo));
    }

    private static void Emit<T>(string type, T data, Func<JsonTypeInfo<T>> form)
    {
        if (string.IsNullOrEmpty(type))
        {
            throw Failure.Of("metric.invalid_type", ("value", type is null ? "null" : "\"\""));
        }
        using var text = JsonText.Begin();
        var line = LineOf(text, type, data, form);
        var size = line.Length - 1;
        if (size > LongestLine)
        {
            throw Failure.Of("metric.too_large", ("type", Describe.Shown(type)), ("size", Describe.Number(size)));
        }
        try
        {
            StandardStream.Output.Write(line);
        }
        catch (SystemError error)
        {
            var shown = Describe.Shown(type);
            throw Failure.From(error, "metric.write_failed", ("type", shown), ("reason", error.Name));
        }
    }

    private static ReadOnlySpan<byte> LineOf<T>(JsonText text, string type, T data, Func<JsonTypeInfo<T>> form)
    {
        text.Writer.WriteStartObject();
        text.Writer.WriteString(_metric, type);
        Clock.Write(text.Writer);
        text.Writer.WritePropertyName(_data);
        try
        {
            text.AppendObject(data, form);
        }
        catch (NoJsonException refused)
        {
            var shown = Describe.Shown(type);
            throw Failure.From(refused, "metric.invalid_data", ("type", shown), ("reason", refused.Message));
        }
        return text.EndLine();
    }
}
