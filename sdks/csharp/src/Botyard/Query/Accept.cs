using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>What the typed accessors accept [Q-34 … Q-36].</summary>
internal static class Accept
{
    /// <summary>Reads the value of a text that is JSON as a whole, with nothing around it.</summary>
    internal static bool TryTextForm(JsonNode value, out JsonNode? form)
    {
        form = null;
        if (value.GetValueKind() != JsonValueKind.String) return false;
        var text = value.GetValue<string>();
        if (text.AsSpan().Trim(" \t\r\n").Length < text.Length) return false;
        try
        {
            form = JsonReading.Read(Encoding.UTF8.GetBytes(text));
            return true;
        }
        catch (NoJsonException)
        {
            return false;
        }
    }

    internal static double? Number(JsonNode value) =>
        value.GetValueKind() == JsonValueKind.Number
            ? double.Parse(Digits(value), NumberStyles.Float, CultureInfo.InvariantCulture)
            : null;

    /// <summary>Every integral value of 64 bits, in any notation .</summary>
    internal static long? Integer(JsonNode value)
    {
        if (value.GetValueKind() != JsonValueKind.Number) return null;
        var digits = DecimalText.Parse(Digits(value)).Integer;
        return long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var integer)
            ? integer
            : null;
    }

    internal static bool? Boolean(JsonNode value) => value.GetValueKind() switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => null,
    };

    private static string Digits(JsonNode number) => Encoding.UTF8.GetString(JsonWriting.Write(number));
}
