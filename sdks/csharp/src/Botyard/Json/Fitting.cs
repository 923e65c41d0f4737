using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>
/// Checks a value against a type at every depth [JSON-19], which the library does not, and writes it in the form that the
/// library reads: integers in plain digits, members by their present names.
/// </summary>
/// <param name="writer">Receives the value; after a misfit it is of no use.</param>
/// <param name="path">The keys that lead to the value.</param>
internal sealed partial class Fitting(Utf8JsonWriter writer, params object[] path)
{
    private const JsonNumberHandling NumbersInStrings =
        JsonNumberHandling.AllowReadingFromString | JsonNumberHandling.AllowNamedFloatingPointLiterals;

    private readonly List<object> _path = [.. path];

    /// <summary>Writes a value that fits.</summary>
    /// <exception cref="MisfitException">It does not fit.</exception>
    /// <exception cref="NoJsonException">It is nested too deeply.</exception>
    internal void Write(JsonNode? value, Wanted wanted)
    {
        var form = wanted.Form;
        if (value is null && IsNull(wanted)) writer.WriteNullValue();
        else if (!IsKnown(form)) WriteByCodec(value, form);
        else if (value is null) throw Refuse(Expected(form), null);
        else if (Nullable.GetUnderlyingType(form.Type) is { } inner) Write(value, wanted with { Form = form.Options.GetTypeInfo(inner) });
        else if (form.Kind == JsonTypeInfoKind.Object) WriteObject(value, form);
        else if (form.Kind == JsonTypeInfoKind.Dictionary) WriteEntries(value, wanted);
        else if (form.Kind == JsonTypeInfoKind.Enumerable) WriteItems(value, wanted);
        else WriteScalar(value, wanted);
    }

    /// <summary>Whether a type has null, which the library then reads without asking its converter.</summary>
    private static bool IsNull(Wanted wanted) => wanted.Form.Type.IsValueType
        ? Nullable.GetUnderlyingType(wanted.Form.Type) != null || wanted.Form.Type == typeof(JsonElement)
        : wanted.HasNull;

    /// <summary>Whether the library reads the type itself, and not a converter of the bot.</summary>
    private static bool IsKnown(JsonTypeInfo form)
    {
        var origin = form.Converter.GetType().Assembly;
        var isKnown = origin == typeof(JsonSerializer).Assembly || origin == typeof(Fitting).Assembly;
        return isKnown && form.Options.ReferenceHandler is null;
    }

    private void WriteItems(JsonNode value, Wanted wanted)
    {
        if (value is not JsonArray items) throw Refuse("an array", value);
        var one = ItemOf(wanted);
        NodeWriting.Enter(writer);
        writer.WriteStartArray();
        for (var at = 0; at < items.Count; at++) WriteAt(at, items[at], WithNull(one, items[at]));
        writer.WriteEndArray();
    }

    private void WriteEntries(JsonNode value, Wanted wanted)
    {
        if (value is not JsonObject entries) throw Refuse("an object", value);
        if (wanted.Form.KeyType is { } keys && keys != typeof(string) && keys != typeof(object)) CheckKeys(entries, wanted.Form, keys);
        var one = ItemOf(wanted);
        NodeWriting.Enter(writer);
        writer.WriteStartObject();
        foreach (var (key, entry) in entries)
        {
            writer.WritePropertyName(key);
            WriteAt(key, entry, WithNull(one, entry));
        }
        writer.WriteEndObject();
    }

    private static Wanted ItemOf(Wanted wanted)
    {
        var type = wanted.Form.ElementType!;
        return new(wanted.Form.Options.GetTypeInfo(type), false, wanted.Numbers, wanted.Annotations.Items(type));
    }

    /// <summary>Annotations take long to find, and few items are null.</summary>
    private static Wanted WithNull(Wanted item, JsonNode? value) =>
        value is null ? item with { HasNull = item.Annotations.HasNull } : item;

    private void WriteAt(object step, JsonNode? value, Wanted wanted)
    {
        _path.Add(step);
        if (_areParameters && _path.Count == 1) WriteParameter(value, wanted);
        else Write(value, wanted);
        _path.RemoveAt(_path.Count - 1);
    }

    private MisfitException Refuse(string expected, JsonNode? found, Exception? cause = null) =>
        new(_path, expected, found, cause);
}
