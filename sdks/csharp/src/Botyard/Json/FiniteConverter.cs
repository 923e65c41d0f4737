using System.Numerics;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Botyard;

/// <summary>Writes a floating-point number as the library does, and a non-finite one as <c>null</c> [JSON-8].</summary>
internal sealed class FiniteConverter<T>(JsonConverter<T> plain) : JsonConverter<T>
    where T : struct, IFloatingPointIeee754<T>
{
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        plain.Read(ref reader, typeToConvert, options);

    public override T ReadAsPropertyName(
        ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        plain.ReadAsPropertyName(ref reader, typeToConvert, options);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        if (T.IsFinite(value)) plain.Write(writer, value, options);
        else writer.WriteNullValue();
    }

    public override void WriteAsPropertyName(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        plain.WriteAsPropertyName(writer, value, options);
}
