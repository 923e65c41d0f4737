using System.Globalization;

namespace Botyard;

/// <summary>Which numbers a type holds unchanged [JSON-19].</summary>
internal static class NumberForm
{
    internal static bool Knows(Type type) =>
        RangeOf(type) != null || Type.GetTypeCode(type) is TypeCode.Single or TypeCode.Double or TypeCode.Decimal || type == typeof(Half);

    /// <summary>The number as the library reads it for the type; null if the type does not hold it.</summary>
    internal static string? Of(Type type, string number)
    {
        var value = DecimalText.Parse(number);
        if (RangeOf(type) is var (least, most))
        {
            var isInteger = decimal.TryParse(value.Integer, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var integer);
            return isInteger && integer >= least && integer <= most ? value.Integer : null;
        }
        // A fraction is rounded to the nearest value of the type [JSON-16]; an integer must be exact.
        return ReadAs(type, number) is { } read && (value.Exponent < 0 || DecimalText.Parse(read) == value) ? number : null;
    }

    /// <summary>What the type expects, in view of what it is given.</summary>
    internal static string Expected(Type type, string? number)
    {
        if (RangeOf(type) is not var (least, most))
        {
            var name = type == typeof(float) ? "float" : type.Name.ToLowerInvariant();
            return number is null ? "a number" : $"a number that a {name} holds";
        }
        var isWide = type == typeof(int) || type == typeof(long);
        var isInteger = number != null && DecimalText.Parse(number).Integer != null;
        if (isWide && !isInteger) return "an integer";
        return string.Create(CultureInfo.InvariantCulture, $"an integer from {least} to {most}");
    }

    private static (decimal Least, decimal Most)? RangeOf(Type type) => (type.IsEnum ? TypeCode.Empty : Type.GetTypeCode(type)) switch
    {
        TypeCode.SByte => (sbyte.MinValue, sbyte.MaxValue),
        TypeCode.Byte => (byte.MinValue, byte.MaxValue),
        TypeCode.Int16 => (short.MinValue, short.MaxValue),
        TypeCode.UInt16 => (ushort.MinValue, ushort.MaxValue),
        TypeCode.Int32 => (int.MinValue, int.MaxValue),
        TypeCode.UInt32 => (uint.MinValue, uint.MaxValue),
        TypeCode.Int64 => (long.MinValue, long.MaxValue),
        TypeCode.UInt64 => (ulong.MinValue, ulong.MaxValue),
        _ => null,
    };

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
