using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>Reads JSON values as types [JSON-19, JSON-20].</summary>
internal static class TypedReading
{
    /// <summary>Reads a value.</summary>
    /// <exception cref="MisfitException">It does not fit.</exception>
    internal static T? Read<T>(JsonNode? value, JsonTypeInfo<T> form) =>
        Read(form, [], fitting => fitting.Write(value, Wanted.Whole(form)));

    /// <summary>Reads one parameter, which is not null.</summary>
    /// <exception cref="MisfitException">It does not fit.</exception>
    internal static T? ReadParameter<T>(string key, JsonNode value, JsonTypeInfo<T> form) =>
        Read(form, [key], fitting => fitting.WriteParameter(value, Wanted.Whole(form)));

    /// <summary>Reads all parameters as one object .</summary>
    /// <exception cref="MisfitException">They do not fit.</exception>
    internal static T ReadParameters<T>(JsonObject values, JsonTypeInfo<T> form) =>
        Read(form, [], fitting => fitting.WriteParameters(values, form))!;

    /// <summary>Whether an exception is the refusal of a value, by the library or by the type itself.</summary>
    internal static bool IsRefusal(Exception failure) =>
        failure is JsonException or ArgumentException or FormatException or OverflowException;

    private static T? Read<T>(JsonTypeInfo<T> form, object[] path, Action<Fitting> write)
    {
        using var text = JsonText.Begin();
        try
        {
            write(new Fitting(text.Writer, path));
            return JsonSerializer.Deserialize(text.Written, form);
        }
        catch (Exception refused) when (IsRefusal(refused) || refused is NoJsonException)
        {
            throw new MisfitException(path, "", null, refused);
        }
    }
}
