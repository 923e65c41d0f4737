using System.Globalization;

namespace Botyard;

/// <summary>A JSON number by its value: digits without zeros around them, and a power of ten.</summary>
internal readonly record struct DecimalText(bool IsNegative, string Digits, long Exponent)
{
    /// <summary>More digits than any number has that is read.</summary>
    internal const int MostDigits = 320;

    /// <summary>The plain digits of an integer, or null if it is none; one beyond all types may lack some digits.</summary>
    internal string? Integer
    {
        get
        {
            if (Exponent < 0) return null;
            if (Digits.Length == 0) return "0";
            var length = (int)Math.Min(Digits.Length + Exponent, MostDigits);
            return (IsNegative ? "-" : "") + Digits.PadRight(length, '0');
        }
    }

    /// <summary>Parses the text of a JSON number; its exponent is not expanded [JSON-17].</summary>
    internal static DecimalText Parse(string number)
    {
        var parts = number.Split('e', 'E');
        var exponent = parts.Length > 1 ? ExponentOf(parts[1]) : 0;
        var point = parts[0].IndexOf('.', StringComparison.Ordinal);
        if (point >= 0) exponent -= parts[0].Length - 1 - point;
        var digits = parts[0].TrimStart('-').Replace(".", "", StringComparison.Ordinal).TrimStart('0');
        var significant = digits.TrimEnd('0');
        return significant.Length == 0
            ? new DecimalText(false, "", 0)
            : new DecimalText(number[0] == '-', significant, exponent + digits.Length - significant.Length);
    }

    private static long ExponentOf(string digits) =>
        long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var exponent)
            ? Math.Clamp(exponent, long.MinValue / 2, long.MaxValue / 2)
            : digits[0] == '-' ? long.MinValue / 2 : long.MaxValue / 2;
}
