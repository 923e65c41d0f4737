using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <content>Values that are neither objects nor collections.</content>
internal sealed partial class Fitting
{
    private void WriteScalar(JsonNode value, Wanted wanted)
    {
        var (form, kind) = (wanted.Form, value.GetValueKind());
        if (Choices.Of(form) is { } choices) WriteChoice(value, choices);
        else if (NumberForm.Knows(form.Type)) WriteNumber(value, wanted);
        else if (form.Type == typeof(string) && kind != JsonValueKind.String) throw Refuse("a string", value);
        else if (form.Type == typeof(bool) && kind is not (JsonValueKind.True or JsonValueKind.False)) throw Refuse("true or false", value);
        else if (form.Type == typeof(string) || form.Type == typeof(bool)) NodeWriting.Write(writer, value);
        else WriteByCodec(value, form);
    }

    private void WriteNumber(JsonNode value, Wanted wanted)
    {
        var type = wanted.Form.Type;
        if (value.GetValueKind() == JsonValueKind.String && (wanted.Numbers & NumbersInStrings) != 0)
        {
            // The bot has declared it, and the library reads it.
            NodeWriting.Write(writer, value);
            return;
        }
        var number = value.GetValueKind() == JsonValueKind.Number ? JsonWriting.Text(value) : null;
        var form = number is null ? null : NumberForm.Of(type, number);
        writer.WriteRawValue(form ?? throw Refuse(NumberForm.Expected(type, number), value), skipInputValidation: true);
    }

    private void WriteChoice(JsonNode value, Choices choices) =>
        writer.WriteRawValue(choices.TextOf(value) ?? throw Refuse(choices.Expected, value), skipInputValidation: true);

    /// <summary>Has the library read the value, because only it knows what fits.</summary>
    private void WriteByCodec(JsonNode? value, JsonTypeInfo form)
    {
        var text = JsonWriting.Write(value);
        try
        {
            JsonSerializer.Deserialize(text, form);
        }
        catch (Exception refused) when (TypedReading.IsRefusal(refused))
        {
            throw Refuse(IsKnown(form) ? TypeWords.Of(form) : "", value, refused);
        }
        writer.WriteRawValue(text, skipInputValidation: true);
    }

    private static string Expected(JsonTypeInfo form) =>
        Choices.Of(form) is { } choices ? choices.Expected
        : NumberForm.Knows(form.Type) ? NumberForm.Expected(form.Type, null)
        : TypeWords.Of(form) is { Length: > 0 } words ? words
        : "a value";
}
