using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>Reads JSON strictly [JSON-6, JSON-7, JSON-17].</summary>
internal static class JsonReading
{
    /// <summary>Reads one JSON document; the last of duplicate keys wins, and numbers keep their digits.</summary>
    /// <exception cref="NoJsonException">The bytes are not JSON; the message gives the position.</exception>
    internal static JsonNode? Read(ReadOnlySpan<byte> document)
    {
        Check(document);
        var reader = new Utf8JsonReader(document, JsonSettings.Reader);
        reader.Read();
        return Node(JsonElement.ParseValue(ref reader));
    }

    /// <summary>Makes nodes of an element that has been checked.</summary>
    internal static JsonNode? Node(JsonElement element)
    {
        switch (element.ValueKind)
        {
            case JsonValueKind.Null:
                return null;
            case JsonValueKind.Object:
                var properties = new JsonObject();
                foreach (var property in element.EnumerateObject()) properties[property.Name] = Node(property.Value);
                return properties;
            case JsonValueKind.Array:
                var items = new JsonArray();
                foreach (var item in element.EnumerateArray()) items.Add(Node(item));
                return items;
            default:
                return JsonValue.Create(element);
        }
    }

    /// <summary>Checks the whole document, also what the library would check only when it is used.</summary>
    private static void Check(ReadOnlySpan<byte> document)
    {
        var reader = new Utf8JsonReader(document, JsonSettings.Reader);
        try
        {
            while (reader.Read())
            {
                switch (reader.TokenType)
                {
                    case JsonTokenType.Number when !IsFinite(ref reader):
                        throw At(document, reader.TokenStartIndex, "a number beyond the range of a double");
                    case JsonTokenType.String or JsonTokenType.PropertyName when !IsText(ref reader):
                        throw At(document, reader.TokenStartIndex, "a string that is not Unicode text");
                }
            }
        }
        catch (JsonException refused)
        {
            var (line, column) = (refused.LineNumber ?? 0, refused.BytePositionInLine ?? 0);
            throw new NoJsonException(Place("invalid JSON", line, column));
        }
    }

    private static bool IsFinite(ref Utf8JsonReader reader) =>
        double.TryParse(reader.ValueSpan, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
        && double.IsFinite(number);

    private static bool IsText(ref Utf8JsonReader reader)
    {
        if (!reader.ValueIsEscaped) return System.Text.Unicode.Utf8.IsValid(reader.ValueSpan);
        try
        {
            reader.GetString();
            return true;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    private static NoJsonException At(ReadOnlySpan<byte> document, long start, string what)
    {
        var before = document[..(int)start];
        var line = before.Count((byte)'\n');
        return new NoJsonException(Place(what, line, before.Length - 1 - before.LastIndexOf((byte)'\n')));
    }

    private static string Place(string what, long line, long column) =>
        string.Create(CultureInfo.InvariantCulture, $"{what} at line {line + 1}, byte {column + 1}");
}
