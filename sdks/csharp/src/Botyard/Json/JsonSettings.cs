using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>The options of the library that the contract needs.</summary>
internal static class JsonSettings
{
    /// <summary>How deeply a value may be nested; the contract requires 64 [JSON-12].</summary>
    internal const int MaxDepth = 512;

    internal const string Reflection =
        "The JSON form is found by reflection. Pass the JsonTypeInfo of a source-generated context instead.";

    private const string NullForm = "The literal null, as in Get<string>(key, null), is meant for the overload without a form.";

    private static readonly ConditionalWeakTable<JsonSerializerOptions, JsonSerializerOptions> _fitted = [];
    private static readonly ConditionalWeakTable<JsonPropertyInfo, JsonTypeInfo> _ofMembers = [];
    private static readonly ConditionalWeakTable<JsonSerializerOptions, JsonSerializerOptions> _strict = [];
    private static JsonSerializerOptions? _reflecting;

    internal static JsonWriterOptions Writer { get; } =
        new() { Encoder = PlainEncoder.Instance, MaxDepth = MaxDepth, SkipValidation = true };

    internal static JsonReaderOptions Reader { get; } = new() { MaxDepth = MaxDepth };

    /// <summary>Finds the form of a type by reflection.</summary>
    [RequiresUnreferencedCode(Reflection), RequiresDynamicCode(Reflection)]
    internal static JsonTypeInfo<T> TypeInfo<T>()
    {
        if (Found<T>.Form is { } form) return form;
        // The names that all languages write.
        _reflecting ??= Fit(new JsonSerializerOptions(JsonSerializerOptions.Default)
        {
            PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        });
        return Found<T>.Form = (JsonTypeInfo<T>)_reflecting.GetTypeInfo(typeof(T));
    }

    /// <summary>The form that a bot has given; without one, that of reflection.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = NullForm)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = NullForm)]
    internal static JsonTypeInfo<T> GivenOrFound<T>(JsonTypeInfo<T>? given) => given ?? TypeInfo<T>();

    /// <summary>The form of a type as a bot declared it, with the numbers and nodes of the contract.</summary>
    internal static JsonTypeInfo<T> Fitted<T>(JsonTypeInfo<T> declared)
    {
        var options = _fitted.GetValue(declared.Options, own => Fit(new JsonSerializerOptions(own)));
        return (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));
    }

    /// <summary>A form that refuses to write values without what they hold.</summary>
    internal static JsonTypeInfo<T> Strict<T>(JsonTypeInfo<T> form)
    {
        var options = _strict.GetValue(form.Options, static own => new JsonSerializerOptions(own)
        {
            TypeInfoResolver = own.TypeInfoResolver?.WithAddedModifier(Lossy.Refuse),
        });
        return (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));
    }

    /// <summary>The form of a member, which may have a converter of its own.</summary>
    internal static JsonTypeInfo FormOf(JsonPropertyInfo member, JsonSerializerOptions options) =>
        member.CustomConverter is not { } converter
            ? options.GetTypeInfo(member.PropertyType)
            : _ofMembers.GetValue(member, of =>
            {
                var own = new JsonSerializerOptions(options);
                own.Converters.Insert(0, converter);
                return own.GetTypeInfo(of.PropertyType);
            });

    /// <summary>
    /// The name of a member before names were written in camel case: its name in C#. Null if that is its name, or if the
    /// bot has declared how names are written.
    /// </summary>
    internal static string? EarlierName(JsonPropertyInfo member) =>
        ReferenceEquals(member.Options, _reflecting) && member.AttributeProvider is MemberInfo { Name: var name }
            && name != member.Name && JsonNamingPolicy.CamelCase.ConvertName(name) == member.Name
            ? name
            : null;

    private static JsonSerializerOptions Fit(JsonSerializerOptions options)
    {
        options.Encoder = PlainEncoder.Instance;
        options.MaxDepth = MaxDepth;
        options.WriteIndented = false;
        options.Converters.Add(new ContractConverters());
        return options;
    }

    /// <summary>The form that was found for a type: asking the library again takes a tenth of a metric's time.</summary>
    private static class Found<T>
    {
        internal static JsonTypeInfo<T>? Form { get; set; }
    }
}
