using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>What the values of a type are called [JSON-20].</summary>
internal static class TypeWords
{
    private static readonly Dictionary<Type, string> _words = new()
    {
        [typeof(string)] = "a string",
        [typeof(bool)] = "true or false",
        [typeof(char)] = "one character",
        [typeof(DateTime)] = "a date and time",
        [typeof(DateTimeOffset)] = "a date and time",
        [typeof(DateOnly)] = "a date",
        [typeof(TimeOnly)] = "a time of day",
        [typeof(TimeSpan)] = "a duration",
        [typeof(Guid)] = "a UUID",
        [typeof(Uri)] = "a URI",
        [typeof(Version)] = "a version",
        [typeof(byte[])] = "Base64",
        [typeof(JsonObject)] = "an object",
        [typeof(JsonArray)] = "an array",
    };

    /// <summary>The words for a type that the library reads itself; empty if it has none.</summary>
    internal static string Of(JsonTypeInfo form) => form.Kind switch
    {
        JsonTypeInfoKind.Object or JsonTypeInfoKind.Dictionary => "an object",
        JsonTypeInfoKind.Enumerable => "an array",
        _ => _words.GetValueOrDefault(form.Type, ""),
    };
}
