using System.Globalization;
using System.Numerics;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Botyard;

/// <summary>Writes an integer of any size as a JSON number, and reads one of plain digits [JSON-5].</summary>
internal sealed class BigIntegerConverter : JsonConverter<BigInteger>
{
    public override BigInteger Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.Number) throw new JsonException("a value that is not an integer");
        var digits = Encoding.UTF8.GetString(reader.ValueSpan);
        return BigInteger.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var integer)
            ? integer
            : throw new JsonException("a number that is not an integer");
    }

    public override void Write(Utf8JsonWriter writer, BigInteger value, JsonSerializerOptions options) => Write(writer, value);

    internal static void Write(Utf8JsonWriter writer, BigInteger value)
    {
        var digits = value.ToString(CultureInfo.InvariantCulture);
        if (!double.IsFinite(double.Parse(digits, CultureInfo.InvariantCulture)))
        {
            throw new NotSupportedException("an integer beyond the range of a double has no JSON form; use a string");
        }
        writer.WriteRawValue(digits, skipInputValidation: true);
    }
}
