using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>The JSON forms of the values of an enumeration [JSON-19].</summary>
internal sealed class Choices
{
    private static readonly ConditionalWeakTable<JsonTypeInfo, Choices> _known = [];

    private readonly JsonTypeInfo _form;
    private readonly bool _areFlags;
    private readonly ulong _flags;
    private readonly List<string> _texts;
    private readonly HashSet<string> _names;
    private readonly HashSet<string> _keys;

    private Choices(JsonTypeInfo form)
    {
        _form = form;
        _areFlags = form.Type.IsDefined(typeof(FlagsAttribute), inherit: false);
        var values = Enum.GetValuesAsUnderlyingType(form.Type).Cast<object>().ToList();
        _flags = values.Aggregate(0UL, (flags, value) => flags | BitsOf(value));
        var nodes = values.Select(NodeOf).DistinctBy(JsonWriting.Text).ToList();
        _texts = nodes.ConvertAll(JsonWriting.Text);
        _names = [.. nodes.Where(IsText).Select(node => node!.GetValue<string>())];
        _keys = _names.Count > 0 ? _names : NamesOf(form.Type);
        if (form.Options.DictionaryKeyPolicy is { } policy) _keys = [.. _keys, .. _keys.Select(policy.ConvertName)];
    }

    /// <summary>What is expected, for a sentence of the form "must be …".</summary>
    internal string Expected => $"{(_areFlags ? "a combination" : "one")} of {string.Join(", ", _texts)}";

    /// <summary>What is expected of a key.</summary>
    internal string ExpectedOfKey => $"a key that is one of {string.Join(", ", _keys.Select(Describe.Quoted))}";

    /// <summary>Those of a type; null if it is no enumeration.</summary>
    internal static Choices? Of(JsonTypeInfo form) =>
        form.Type.IsEnum ? _known.GetValue(form, static of => new Choices(of)) : null;

    /// <summary>The text that the library reads as the value; null if the enumeration does not have it.</summary>
    internal string? TextOf(JsonNode value)
    {
        var text = JsonWriting.Text(value);
        var isNumber = value.GetValueKind() == JsonValueKind.Number;
        if (isNumber) text = DecimalText.Parse(text).Integer ?? text;
        var isOne = _texts.Contains(text)
            || (_areFlags && (isNumber ? IsCombination(text) : IsText(value) && AreAll(_names, value.GetValue<string>())));
        return isOne ? text : null;
    }

    /// <summary>Whether it has the value of a key, which is a name even where values are numbers.</summary>
    internal bool HasKey(string key) =>
        _keys.Contains(key) || (_areFlags && (AreAll(_keys, key) || (key == "0" && !_texts.Contains(key))));

    private static bool IsText(JsonNode? node) => node?.GetValueKind() == JsonValueKind.String;

    private static bool AreAll(HashSet<string> names, string list) =>
        list.Replace(", ", ",", StringComparison.Ordinal).Split(',').All(names.Contains);

    private static ulong BitsOf(object value) =>
        value is ulong wide ? wide : unchecked((ulong)Convert.ToInt64(value, CultureInfo.InvariantCulture));

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "Members of an enumeration are kept.")]
    private static HashSet<string> NamesOf(Type type) =>
        [.. Enum.GetNames(type).Select(name => type.GetField(name)?.GetCustomAttribute<JsonStringEnumMemberNameAttribute>()?.Name ?? name)];

    private JsonNode? NodeOf(object value) => JsonSerializer.SerializeToNode(Enum.ToObject(_form.Type, value), _form);

    /// <summary>Whether a number has declared bits only, and is what the library writes for them.</summary>
    private bool IsCombination(string number)
    {
        object? value = long.TryParse(number, CultureInfo.InvariantCulture, out var signed) ? signed
            : ulong.TryParse(number, CultureInfo.InvariantCulture, out var unsigned) ? unsigned
            : null;
        return value != null && (BitsOf(value) & ~_flags) == 0 && JsonWriting.Text(NodeOf(value)) == number;
    }
}
