using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>Reads JSON values as types [JSON-19, JSON-20].</summary>
internal static class TypedReading
{
    /// <summary>Up to it a double holds every integer.</summary>
    private const double LargestExactInteger = 9_007_199_254_740_992;

    /// <summary>Reads a value.</summary>
    /// <exception cref="MisfitException">It does not fit.</exception>
    internal static T? Read<T>(JsonNode? value, JsonTypeInfo<T> form) =>
        TryReadPlain(value, form, out var read)
            ? read
            : Read(form, [], value, static (fitting, value, form) => fitting.Write(value, Wanted.Whole(form)));

    /// <summary>Reads one parameter, which is not null.</summary>
    /// <exception cref="MisfitException">It does not fit.</exception>
    internal static T? ReadParameter<T>(string key, JsonNode value, JsonTypeInfo<T> form) =>
        TryReadPlain(value, form, out var read)
            ? read
            : Read(form, [key], value, static (fitting, value, form) => fitting.WriteParameter(value, Wanted.Whole(form)));

    /// <summary>Reads all parameters as one object .</summary>
    /// <exception cref="MisfitException">They do not fit.</exception>
    internal static T ReadParameters<T>(JsonObject values, JsonTypeInfo<T> form) =>
        Read(form, [], values, static (fitting, values, form) => fitting.WriteParameters(values!.AsObject(), form))!;

    /// <summary>Whether an exception is the refusal of a value, by the library or by the type itself.</summary>
    internal static bool IsRefusal(Exception failure) =>
        failure is JsonException or ArgumentException or FormatException or OverflowException;

    /// <summary>
    /// Reads a value of which the library itself takes only what fits. A short run reads few others, and need not load
    /// what checks them.
    /// </summary>
    private static bool TryReadPlain<T>(JsonNode? value, JsonTypeInfo<T> form, out T? read)
    {
        read = default;
        var isPlain = typeof(T) == typeof(int) || typeof(T) == typeof(long) || typeof(T) == typeof(double)
            || typeof(T) == typeof(string) || typeof(T) == typeof(bool);
        if (!isPlain || value is not JsonValue || (value.GetValueKind() == JsonValueKind.String) != (typeof(T) == typeof(string)))
        {
            return false;
        }
        try
        {
            read = value.Deserialize(form);
            return read is not double number || Math.Abs(number) < LargestExactInteger;
        }
        catch (JsonException)
        {
            // An integer in another notation, or a value that does not fit.
            return false;
        }
    }

    private static T? Read<T>(
        JsonTypeInfo<T> form, object[] path, JsonNode? value, Action<Fitting, JsonNode?, JsonTypeInfo> write)
    {
        using var text = JsonText.Begin();
        try
        {
            write(new Fitting(text.Writer, path), value, form);
            return JsonSerializer.Deserialize(text.Written, form);
        }
        catch (Exception refused) when (IsRefusal(refused) || refused is NoJsonException)
        {
            throw new MisfitException(path, "", null, refused);
        }
    }
}
