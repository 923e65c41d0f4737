using System.Globalization;

namespace Botyard;

/// <summary>Which numbers a type holds unchanged [JSON-19].</summary>
internal static class NumberForm
{
    private static readonly Dictionary<Type, (Int128 Least, Int128 Most)> _ranges = new()
    {
        [typeof(sbyte)] = (sbyte.MinValue, sbyte.MaxValue),
        [typeof(byte)] = (byte.MinValue, byte.MaxValue),
        [typeof(short)] = (short.MinValue, short.MaxValue),
        [typeof(ushort)] = (ushort.MinValue, ushort.MaxValue),
        [typeof(int)] = (int.MinValue, int.MaxValue),
        [typeof(uint)] = (uint.MinValue, uint.MaxValue),
        [typeof(long)] = (long.MinValue, long.MaxValue),
        [typeof(ulong)] = (ulong.MinValue, ulong.MaxValue),
        [typeof(Int128)] = (Int128.MinValue, Int128.MaxValue),
    };

    internal static bool Knows(Type type) => _ranges.ContainsKey(type) || type == typeof(double)
        || type == typeof(decimal) || type == typeof(float) || type == typeof(Half);

    /// <summary>The number as the library reads it for the type; null if the type does not hold it.</summary>
    internal static string? Of(Type type, string number)
    {
        var value = DecimalText.Parse(number);
        if (_ranges.TryGetValue(type, out var range))
        {
            return IntegerOf(value) is { } integer && integer >= range.Least && integer <= range.Most
                ? integer.ToString(CultureInfo.InvariantCulture)
                : null;
        }
        // A fraction is rounded to the nearest value of the type [JSON-16]; an integer must be exact.
        return ReadAs(type, number) is { } read && (value.Exponent < 0 || DecimalText.Parse(read) == value) ? number : null;
    }

    /// <summary>What the type expects, in view of what it is given.</summary>
    internal static string Expected(Type type, string? number)
    {
        if (!_ranges.TryGetValue(type, out var range))
        {
            var name = type == typeof(float) ? "float" : type.Name.ToLowerInvariant();
            return number is null ? "a number" : $"a number that a {name} holds";
        }
        var isWide = type == typeof(int) || type == typeof(long) || type == typeof(Int128);
        var isInteger = number != null && DecimalText.Parse(number).Integer != null;
        if (isWide && !isInteger) return "an integer";
        return string.Create(CultureInfo.InvariantCulture, $"an integer from {range.Least} to {range.Most}");
    }

    private static Int128? IntegerOf(DecimalText value) =>
        Int128.TryParse(value.Integer, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var integer)
            ? integer
            : null;

    /// <summary>The number that the type makes of a text, in its shortest digits; null if it is beyond its range.</summary>
    private static string? ReadAs(Type type, string number)
    {
        var culture = CultureInfo.InvariantCulture;
        if (type == typeof(decimal))
        {
            return decimal.TryParse(number, NumberStyles.Float, culture, out var exact) ? exact.ToString(culture) : null;
        }
        IFormattable read = type == typeof(double) ? double.Parse(number, culture)
            : type == typeof(float) ? float.Parse(number, culture)
            : Half.Parse(number, culture);
        var text = read.ToString("R", culture);
        return char.IsAsciiDigit(text[^1]) ? text : null;
    }
}
