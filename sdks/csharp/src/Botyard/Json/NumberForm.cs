using System.Globalization;

namespace Botyard;

/// <summary>Which numbers a type holds unchanged [JSON-19].</summary>
internal static class NumberForm
{
    internal static bool Knows(Type type) =>
        IsInteger(type) || Type.GetTypeCode(type) is TypeCode.Single or TypeCode.Double or TypeCode.Decimal || type == typeof(Half);

    internal static bool IsInteger(Type type) => RangeOf(type) != null || IsWide(type);

    /// <summary>Whether a text is the number as the type writes it.</summary>
    internal static bool IsPlain(Type type, string text)
    {
        var digits = text.StartsWith('-') ? text[1..] : text;
        return digits.Length > 0 && digits.All(char.IsAsciiDigit) && Of(type, text) == text;
    }

    /// <summary>The number as the library reads it for the type; null if the type does not hold it.</summary>
    internal static string? Of(Type type, string number)
    {
        var value = DecimalText.Parse(number);
        if (RangeOf(type) is var (least, most))
        {
            var isInteger = decimal.TryParse(value.Integer, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var integer);
            return isInteger && integer >= least && integer <= most ? value.Integer : null;
        }
        if (IsWide(type)) return value.Integer is { Length: < DecimalText.MostDigits } plain && HoldsWide(type, plain) ? plain : null;
        // A fraction is rounded to the nearest value of the type [JSON-16]; an integer must be exact.
        return ReadAs(type, number, "R") is { } read
            && (value.Exponent < 0 || DecimalText.Parse(read) == value || DecimalText.Parse(ReadAs(type, number, "F0")!) == value)
            ? number
            : null;
    }

    /// <summary>What the type expects, in view of what it is given.</summary>
    internal static string Expected(Type type, string? number)
    {
        if (IsWide(type)) return "an integer" + (number != null && DecimalText.Parse(number).Integer != null ? $" that {type.Name} holds" : "");
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

    /// <summary>Whether it is an integer type that a decimal does not hold. Its name would load an assembly at every read.</summary>
    private static bool IsWide(Type type) =>
        Type.GetTypeCode(type) == TypeCode.Object && type.FullName is "System.Int128" or "System.UInt128" or "System.Numerics.BigInteger";

    private static bool HoldsWide(Type type, string integer) =>
        type == typeof(Int128) ? Int128.TryParse(integer, CultureInfo.InvariantCulture, out _)
        : type != typeof(UInt128) || UInt128.TryParse(integer, CultureInfo.InvariantCulture, out _);

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

    /// <summary>The number that the type makes of a text; null if it is beyond its range.</summary>
    private static string? ReadAs(Type type, string number, string format)
    {
        var culture = CultureInfo.InvariantCulture;
        if (type == typeof(decimal))
        {
            return decimal.TryParse(number, NumberStyles.Float, culture, out var exact) ? exact.ToString(culture) : null;
        }
        IFormattable read = type == typeof(double) ? double.Parse(number, culture)
            : type == typeof(float) ? float.Parse(number, culture)
            : Half.Parse(number, culture);
        var text = read.ToString(format, culture);
        return char.IsAsciiDigit(text[^1]) ? text : null;
    }
}
