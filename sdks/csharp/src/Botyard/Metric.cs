using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>What a bot reports: metrics, and the result of a run.</summary>
public static partial class Bot
{
    private const int LongestLine = 65_536;

    /// <summary>Emits a metric: one line of JSON on standard output, written at once [MET-1].</summary>
    /// <param name="type">What is measured, such as <c>price</c>.</param>
    /// <param name="data">
    /// Any value whose JSON form is an object: an anonymous object, a record, a dictionary, a <c>JsonObject</c>.
    /// </param>
    /// <exception cref="BotyardException">
    /// <c>metric.invalid_type</c> if the type is null or empty, <c>metric.invalid_data</c> if the JSON form of the data
    /// is not an object, <c>metric.too_large</c> if the line is longer than 65,536 bytes, <c>metric.write_failed</c> if
    /// standard output cannot be written to.
    /// </exception>
    /// <example><code>Bot.Metric("price", new { symbol = "AAPL", value = 187.5 });</code></example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Metric<T>(string type, T data) => Emit(type, data, JsonSettings.TypeInfo<T>);

    /// <summary>Emits a metric whose data has a source-generated JSON form.</summary>
    /// <param name="type">What is measured, such as <c>price</c>.</param>
    /// <param name="data">A value whose JSON form is an object.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
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
        var line = LineOf(type, data, form);
        if (line.WrittenCount - 1 > LongestLine)
        {
            var size = Describe.Number(line.WrittenCount - 1);
            throw Failure.Of("metric.too_large", ("type", Describe.Shown(type)), ("size", size));
        }
        try
        {
            StandardStream.Output.Write(line.WrittenSpan);
        }
        catch (SystemError error)
        {
            var shown = Describe.Shown(type);
            throw Failure.From(error, "metric.write_failed", ("type", shown), ("reason", error.Name));
        }
    }

    private static ArrayBufferWriter<byte> LineOf<T>(string type, T data, Func<JsonTypeInfo<T>> form)
    {
        var line = new ArrayBufferWriter<byte>(256);
        line.Write("{\"_metric\":"u8);
        JsonWriting.AppendQuoted(line, type);
        line.Write(",\"timestamp\":\""u8);
        Clock.Write(line);
        line.Write("\",\"data\":"u8);
        try
        {
            JsonWriting.AppendObject(line, data, form);
        }
        catch (NoJsonException refused)
        {
            var shown = Describe.Shown(type);
            throw Failure.From(refused, "metric.invalid_data", ("type", shown), ("reason", refused.Message));
        }
        line.Write("}\n"u8);
        return line;
    }
}
