using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>One query: its path and its parameters.</summary>
/// <remarks>
/// Parameters from an HTTP query string are always strings. The typed accessors also accept the JSON text of a value,
/// so that a handler reads <c>?limit=5</c> and <c>{"limit":5}</c> in the same way. They return null if the
/// parameter is absent or null, so that <c>??</c> gives a default, and fail with <c>query.invalid_param</c>, naming the
/// key, if it does not fit. If the handler does not catch this error, the query is answered with HTTP status 400
///
/// </remarks>
/// <example>
/// <code>
/// Query.Handler("/closes", request =>
/// {
///     var limit = (int)(request.GetInteger("limit") ?? 10);
///     return State.Get&lt;double[]>("closes", [187.5, 188.25, 186])?.Take(limit);
/// }); // /closes?limit=2 answers [187.5,188.25]
/// </code>
/// </example>
public sealed class QueryRequest
{
    private readonly JsonObject _values;

    /// <summary>Makes a request, for example to call a handler in a test.</summary>
    /// <param name="path">The path of the query.</param>
    /// <param name="values">The parameters; none if null.</param>
    /// <param name="aborted">Cancelled when the caller no longer waits for the answer.</param>
    /// <example>
    /// <code>
    /// static long Double(QueryRequest request) => 2 * (request.GetInteger("n") ?? 21);
    /// Query.Handler("/double", Double);
    /// Console.WriteLine(Double(new QueryRequest("/double", new JsonObject { ["n"] = "4" }))); // 8
    /// </code>
    /// </example>
    public QueryRequest(string path, JsonObject? values = null, CancellationToken aborted = default)
    {
        Path = path;
        _values = values ?? [];
        Aborted = aborted;
    }

    /// <summary>The path of the query, percent-decoded, such as <c>/double</c> [Q-31].</summary>
    /// <example>
    /// <code>
    /// Query.Handler("/hello", request => $"this is {request.Path}"); // /hello answers "this is /hello"
    /// </code>
    /// </example>
    public string Path { get; }

    /// <summary>Cancelled when the caller no longer waits for the answer; pass it to slow work.</summary>
    /// <example>
    /// <code>
    /// Query.Handler("/slow", async request =>
    /// {
    ///     await Task.Delay(10, request.Aborted);
    ///     return "done";
    /// }); // /slow answers "done"
    /// </code>
    /// </example>
    public CancellationToken Aborted { get; }

    /// <summary>Returns a parameter's JSON value, or a default if it is absent or <c>null</c> [Q-32].</summary>
    /// <param name="key">The parameter's name.</param>
    /// <param name="defaultValue">Returned if the parameter is absent or null.</param>
    /// <example>
    /// <code>
    /// Query.Handler("/raw", request => request.Get("limit") ?? 10); // /raw?limit=5 answers "5"
    /// </code>
    /// </example>
    public JsonNode? Get(string key, JsonNode? defaultValue = null) => Present(key)?.DeepClone() ?? defaultValue;

    /// <summary>Returns a parameter as a type, or a default if it is absent or <c>null</c>.</summary>
    /// <remarks>
    /// It must fit at every depth, as <see cref="State.Get{T}(string, T)"/> describes. If the type is no text, a string is
    /// read as the JSON text of a value, without white space around it. Without a default, <c>Get&lt;int></c> returns 0
    /// and <c>Get&lt;int?></c> null for an absent parameter.
    /// </remarks>
    /// <param name="key">The parameter's name.</param>
    /// <param name="defaultValue">Returned if the parameter is absent or null; without one, the type's own default.</param>
    /// <exception cref="BotyardException">
    /// <c>query.invalid_param</c>, naming the key or the path inside the parameter, if it is present and does not fit, even
    /// if there is a default [Q-37, JSON-20].
    /// </exception>
    /// <example>
    /// <code>
    /// Query.Handler("/sum", request => request.Get&lt;int[]>("of", [])?.Sum()); // /sum?of=[1,2] answers 3
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public T? Get<T>(string key, T? defaultValue = default) =>
        Present(key) is { } value ? As(key, value, JsonSettings.TypeInfo<T>()) : defaultValue;

    /// <summary>Returns a parameter as a type with a source-generated JSON form.</summary>
    /// <param name="key">The parameter's name.</param>
    /// <param name="typeInfo">
    /// The JSON form, from a <c>JsonSerializerContext</c> of the bot; a literal null counts as a default of null.
    /// </param>
    /// <param name="defaultValue">Returned if the parameter is absent or null; without one, the type's own default.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    /// <example>
    /// <code>
    /// Query.Handler("/from", request => request.Get("range", RangeJson.Default.Range)?.From);
    /// // /from?range={"from":100,"to":200} answers 100
    /// Query.Run();
    ///
    /// record Range(int From, int To);
    ///
    /// [JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
    /// [JsonSerializable(typeof(Range))]
    /// partial class RangeJson : JsonSerializerContext;
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public T? Get<T>(string key, JsonTypeInfo<T>? typeInfo, T? defaultValue = default) =>
        Present(key) is { } value ? As(key, value, JsonSettings.GivenOrFound(typeInfo)) : defaultValue;

    /// <summary>Returns a string parameter, or null if it is absent or null; a number or boolean is refused .</summary>
    /// <param name="key">The parameter's name.</param>
    /// <exception cref="BotyardException">
    /// <c>query.invalid_param</c>, naming the key, if the parameter is not a string.
    /// </exception>
    /// <example>
    /// <code>
    /// Query.Handler("/of", request => request.GetString("symbol") ?? "MSFT"); // /of?symbol=AAPL answers "AAPL"
    /// </code>
    /// </example>
    public string? GetString(string key)
    {
        if (Present(key) is not { } value) return null;
        return value.GetValueKind() == JsonValueKind.String
            ? value.GetValue<string>()
            : throw Refused(key, Describe.Shown(value), "a string");
    }

    /// <summary>Returns a number parameter: <c>1.5</c> or <c>"1.5"</c>; null if it is absent or null .</summary>
    /// <param name="key">The parameter's name.</param>
    /// <exception cref="BotyardException">
    /// <c>query.invalid_param</c>, naming the key, if the parameter is neither a number nor its JSON text.
    /// </exception>
    /// <example>
    /// <code>
    /// Query.Handler("/fee", request => 2 * (request.GetNumber("price") ?? 0)); // /fee?price=1.5 answers 3
    /// </code>
    /// </example>
    public double? GetNumber(string key) => Typed(key, "a number", Accept.Number);

    /// <summary>Returns an integer parameter of 64 bits, in any notation; null if it is absent or null .</summary>
    /// <remarks><c>5</c>, <c>5.0</c>, <c>5e0</c> and <c>"5"</c> are all read as 5.</remarks>
    /// <param name="key">The parameter's name.</param>
    /// <exception cref="BotyardException">
    /// <c>query.invalid_param</c>, naming the key, if the parameter is neither an integer nor its JSON text, or needs more than
    /// 64 bits.
    /// </exception>
    /// <example>
    /// <code>
    /// Query.Handler("/next", request => 1 + (request.GetInteger("n") ?? 0)); // /next?n=5.0 answers 6
    /// </code>
    /// </example>
    public long? GetInteger(string key) => Typed(key, "an integer", Accept.Integer);

    /// <summary>Returns a boolean parameter: <c>true</c> or <c>false</c>, also as text; null if it is absent or null.</summary>
    /// <param name="key">The parameter's name.</param>
    /// <exception cref="BotyardException">
    /// <c>query.invalid_param</c>, naming the key, for anything else, such as <c>1</c> or <c>"yes"</c> [Q-34, Q-37].
    /// </exception>
    /// <example>
    /// <code>
    /// Query.Handler("/not", request => !(request.GetBoolean("live") ?? false)); // /not?live=true answers false
    /// </code>
    /// </example>
    public bool? GetBoolean(string key) => Typed(key, "true or false", Accept.Boolean);

    /// <summary>Returns an array parameter: an array or its JSON text; null if it is absent or null .</summary>
    /// <remarks>Its elements may be any JSON values; it is a copy.</remarks>
    /// <param name="key">The parameter's name.</param>
    /// <exception cref="BotyardException">
    /// <c>query.invalid_param</c>, naming the key, if the parameter is neither an array nor its JSON text.
    /// </exception>
    /// <example>
    /// <code>
    /// Query.Handler("/count", request => request.GetArray("of")?.Count ?? 0); // /count?of=[1,2] answers 2
    /// </code>
    /// </example>
    public JsonArray? GetArray(string key) => Container<JsonArray>(key, "an array");

    /// <summary>Returns an object parameter: an object or its JSON text; null if it is absent or null .</summary>
    /// <remarks>Its values may be any JSON values; it is a copy.</remarks>
    /// <param name="key">The parameter's name.</param>
    /// <exception cref="BotyardException">
    /// <c>query.invalid_param</c>, naming the key, if the parameter is neither an object nor its JSON text.
    /// </exception>
    /// <example>
    /// <code>
    /// Query.Handler("/start", request => request.GetObject("range")?["from"]);
    /// // /start?range={"from":100} answers 100
    /// </code>
    /// </example>
    public JsonObject? GetObject(string key) => Container<JsonObject>(key, "an object");

    /// <summary>Returns all parameters as one object of a type .</summary>
    /// <remarks>
    /// They must fit at every depth, as <see cref="State.Get{T}(string, T)"/> describes. A member that is no text also
    /// accepts a string that is the JSON text of a value, so that a query string will do; parameters that the type does not
    /// have are ignored.
    /// </remarks>
    /// <exception cref="BotyardException">
    /// <c>query.invalid_param</c> with the path of the first part that does not fit, such as <c>legs[0].size</c>. If the
    /// handler does not catch it, the query is answered with HTTP status 400.
    /// </exception>
    /// <example>
    /// <code>
    /// Query.Handler("/newest", request => request.ParamsAs&lt;Newest>().Limit); // /newest?limit=5 answers 5
    ///
    /// record Newest(int Limit = 10, string? Symbol = null);
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public T ParamsAs<T>() => All(JsonSettings.TypeInfo<T>());

    /// <summary>Returns all parameters as one object with a source-generated JSON form.</summary>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    public T ParamsAs<T>(JsonTypeInfo<T> typeInfo) => All(typeInfo);

    /// <summary>Returns all parameters with their JSON types, as a new copy at each call .</summary>
    /// <example>
    /// <code>
    /// Query.Handler("/echo", request => request.Values()); // /echo?a=1 answers {"a":"1"}
    /// </code>
    /// </example>
    public JsonObject Values() => _values.DeepClone().AsObject();

    private JsonNode? Present(string key) => _values.TryGetPropertyValue(key, out var value) ? value : null;

    private T? Typed<T>(string key, string expected, Func<JsonNode, T?> rule)
        where T : struct
    {
        if (Present(key) is not { } value) return null;
        return rule(value)
            ?? (Accept.TryTextForm(value, out var form) && form != null ? rule(form) : null)
            ?? throw Refused(key, Describe.Shown(value), expected);
    }

    private T? Container<T>(string key, string expected)
        where T : JsonNode
    {
        if (Present(key) is not { } value) return null;
        var given = value as T ?? (Accept.TryTextForm(value, out var form) ? form as T : null);
        return given?.DeepClone() as T ?? throw Refused(key, Describe.Shown(value), expected);
    }

    private static T? As<T>(string key, JsonNode value, JsonTypeInfo<T> form)
    {
        try
        {
            return TypedReading.ReadParameter(key, value, form);
        }
        catch (MisfitException misfit)
        {
            // The name of the parameter itself is no path.
            throw Refused(misfit, misfit.Depth == 1 ? key : misfit.Place);
        }
    }

    private T All<T>(JsonTypeInfo<T> form)
    {
        try
        {
            return TypedReading.ReadParameters(_values, form);
        }
        catch (MisfitException misfit)
        {
            throw Refused(misfit, misfit.Place);
        }
    }

    private static BotyardException Refused(MisfitException misfit, string path) =>
        Refused(path, misfit.Found, misfit.Expected, misfit.InnerException);

    private static BotyardException Refused(string key, string found, string expected, Exception? cause = null) =>
        Failure.From(
            cause,
            "query.invalid_param",
            ("key", Describe.Shown(key)),
            ("expected", expected),
            ("value", found));
}
