using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>What the typed accessors accept [Q-34 … Q-36].</summary>
internal static class Accept
{
    /// <summary>The value of a text that is JSON as a whole, with nothing around it; null if it is not.</summary>
    internal static JsonNode? TextForm(JsonNode value)
    {
        if (value.GetValueKind() != JsonValueKind.String) return null;
        var text = value.GetValue<string>();
        if (text.AsSpan().Trim(" \t\r\n").Length < text.Length) return null;
        try
        {
            return JsonReading.Read(Encoding.UTF8.GetBytes(text));
        }
        catch (NoJsonException)
        {
            return null;
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
        var digits = Digits(value);
        if (long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var plain)) return plain;
        if (!decimal.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)) return null;
        // A tiny fraction becomes zero as a decimal, but not as a double.
        var isIntegral = number == decimal.Truncate(number) && Number(value) is { } rounded
            && double.IsInteger(rounded) && number is >= long.MinValue and <= long.MaxValue;
        return isIntegral ? (long)number : null;
    }

    internal static bool? Boolean(JsonNode value) => value.GetValueKind() switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => null,
    };

    private static string Digits(JsonNode number) => Encoding.UTF8.GetString(JsonWriting.Write(number));
}
