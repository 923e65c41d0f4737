using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>A query to a bot: its path and its parameters.</summary>
/// <remarks>
/// Parameters from a query string are texts. The typed accessors accept a value of the JSON type that they name and,
/// except for strings, its text form: <c>limit=5</c> is the integer 5. An absent parameter and <c>null</c> are
/// null, so a default is given with <c>??</c>. A value of another type fails with <c>query.invalid_param</c>, naming the
/// key, which tells the caller what to send.
/// </remarks>
/// <example>
/// <code>
/// Query.Handler("/closes", request =>
/// {
///     var limit = (int)(request.GetInteger("limit") ?? 10);
///     return State.Get&lt;double[]&gt;("closes", []).Take(limit);
/// });
/// </code>
/// </example>
public sealed class QueryRequest
{
    private readonly JsonObject _values;

    /// <summary>Makes a request, for example to test a handler.</summary>
    /// <param name="path">The path of the query.</param>
    /// <param name="values">The parameters; none if null.</param>
    /// <param name="aborted">Cancelled when the caller no longer waits for the answer.</param>
    public QueryRequest(string path, JsonObject? values = null, CancellationToken aborted = default)
    {
        Path = path;
        _values = values ?? [];
        Aborted = aborted;
    }

    /// <summary>The path of the query, as it was compared with the registered paths .</summary>
    public string Path { get; }

    /// <summary>Cancelled when the caller no longer waits for the answer; pass it to slow work.</summary>
    public CancellationToken Aborted { get; }

    /// <summary>Returns a parameter's JSON value, or a default if it is absent or <c>null</c> [Q-32].</summary>
    public JsonNode? Get(string key, JsonNode? defaultValue = null) => Present(key)?.DeepClone() ?? defaultValue;

    /// <summary>Returns a parameter as any type; the type's default if it is absent or <c>null</c>.</summary>
    /// <exception cref="BotyardException">
    /// <c>query.invalid_param</c>, naming the key, if the value does not fit; the cause says why.
    /// </exception>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public T? Get<T>(string key, T? defaultValue = default) =>
        Present(key) is { } value ? As(key, value, JsonSettings.TypeInfo<T>()) : defaultValue;

    /// <summary>Returns a parameter as a type with a source-generated JSON form.</summary>
    /// <exception cref="BotyardException"><c>query.invalid_param</c>, naming the key</exception>
    public T? Get<T>(string key, JsonTypeInfo<T> typeInfo, T? defaultValue = default) =>
        Present(key) is { } value ? As(key, value, typeInfo) : defaultValue;

    /// <summary>Returns a string parameter; only a JSON string is accepted .</summary>
    /// <exception cref="BotyardException"><c>query.invalid_param</c></exception>
    public string? GetString(string key)
    {
        if (Present(key) is not { } value) return null;
        return value.GetValueKind() == JsonValueKind.String
            ? value.GetValue<string>()
            : throw Refused(key, value, "a string");
    }

    /// <summary>Returns a number parameter: <c>1.5</c> or <c>"1.5"</c>.</summary>
    /// <exception cref="BotyardException"><c>query.invalid_param</c></exception>
    public double? GetNumber(string key) => Typed(key, "a number", Accept.Number);

    /// <summary>Returns an integer parameter of 64 bits: <c>5</c>, <c>5.0</c> or <c>"5"</c> [Q-35].</summary>
    /// <exception cref="BotyardException"><c>query.invalid_param</c></exception>
    public long? GetInteger(string key) => Typed(key, "an integer", Accept.Integer);

    /// <summary>Returns a boolean parameter: <c>true</c> or <c>false</c>, also as text.</summary>
    /// <exception cref="BotyardException"><c>query.invalid_param</c></exception>
    public bool? GetBoolean(string key) => Typed(key, "true or false", Accept.Boolean);

    /// <summary>Returns an array parameter: an array or its JSON text.</summary>
    /// <exception cref="BotyardException"><c>query.invalid_param</c></exception>
    public JsonArray? GetArray(string key) => Container<JsonArray>(key, "an array");

    /// <summary>Returns an object parameter: an object or its JSON text.</summary>
    /// <exception cref="BotyardException"><c>query.invalid_param</c></exception>
    public JsonObject? GetObject(string key) => Container<JsonObject>(key, "an object");

    /// <summary>Returns all parameters with their JSON types, a new copy at each call .</summary>
    public JsonObject Values() => _values.DeepClone().AsObject();

    private JsonNode? Present(string key) => _values.TryGetPropertyValue(key, out var value) ? value : null;

    private T? Typed<T>(string key, string expected, Func<JsonNode, T?> rule)
        where T : struct
    {
        if (Present(key) is not { } value) return null;
        return rule(value)
            ?? (Accept.TextForm(value) is { } form ? rule(form) : null)
            ?? throw Refused(key, value, expected);
    }

    private T? Container<T>(string key, string expected)
        where T : JsonNode
    {
        if (Present(key) is not { } value) return null;
        return (value as T ?? Accept.TextForm(value) as T)?.DeepClone() as T ?? throw Refused(key, value, expected);
    }

    private static T? As<T>(string key, JsonNode value, JsonTypeInfo<T> form)
    {
        try
        {
            return value.Deserialize(form);
        }
        catch (Exception cause) when (cause is JsonException or NotSupportedException or FormatException)
        {
            if (Accept.TextForm(value) is { } text) return As(key, text, form);
            throw Refused(key, value, ExpectedOf(form), cause);
        }
    }

    private static BotyardException Refused(string key, JsonNode value, string expected, Exception? cause = null) =>
        Failure.From(
            cause,
            "query.invalid_param",
            ("key", Describe.Shown(key)),
            ("expected", expected),
            ("value", Describe.Shown(value)));

    /// <summary>The contract's words for what a type expects; the cause gives the details.</summary>
    private static string ExpectedOf(JsonTypeInfo form)
    {
        var type = Nullable.GetUnderlyingType(form.Type) ?? form.Type;
        if (form.Kind is JsonTypeInfoKind.Object or JsonTypeInfoKind.Dictionary) return "an object";
        if (form.Kind == JsonTypeInfoKind.Enumerable) return "an array";
        if (type == typeof(bool)) return "true or false";
        if (type == typeof(double) || type == typeof(float) || type == typeof(decimal)) return "a number";
        return type.IsPrimitive && type != typeof(char) ? "an integer" : "a string";
    }
}
