using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>Queries: read-only questions to a bot.</summary>
/// <remarks>
/// A query program registers handlers and ends with <see cref="Run"/>. The bot's main program never runs in a query
/// process, and state is read-only there [Q-6, ST-14].
/// </remarks>
/// <example>
/// <code>
/// Query.Handler("/limits", _ => new[] { 10, 20 }); // /limits answers [10,20]
/// Query.Handler("/trades", request => State.Get("trades", 0));
/// Query.Run();
/// </code>
/// </example>
public static class Query
{
    /// <summary>The handlers that were registered outside of tests.</summary>
    internal static Registry Registered { get; } = new();

    private static Registry Registry => TestProcess.Current?.Bot.Registry ?? Registered;

    /// <summary>Registers the handler of a path.</summary>
    /// <remarks>
    /// The handler takes a <see cref="QueryRequest"/> and returns its answer. If it throws, the query fails with the
    /// exception's message, the log shows where it was thrown, and the server keeps running. Handlers of a
    /// server run in several threads at once.
    /// </remarks>
    /// <param name="path">
    /// Path of the query; begins with <c>/</c>. The last registration of a path wins, also while the server runs.
    /// </param>
    /// <param name="handler">Returns any value that has a JSON form; null is answered as <c>null</c> [Q-13].</param>
    /// <exception cref="BotyardException">
    /// <c>query.invalid_path</c> if the path does not begin with <c>/</c>, <c>query.invalid_handler</c> if the handler is null
    ///
    /// </exception>
    /// <example>
    /// <code>
    /// Query.Handler("/double", request => 2 * (request.GetInteger("n") ?? 21)); // /double?n=4 answers 8
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Handler<T>(string path, Func<QueryRequest, T> handler) =>
        Registry.Register(path, Botyard.Handler.Of(Checked(path, handler), JsonSettings.TypeInfo<T>));

    /// <summary>Registers an asynchronous handler, which occupies no thread while it waits .</summary>
    /// <param name="path">Path of the query; begins with <c>/</c>. The last registration of a path wins.</param>
    /// <param name="handler">Returns the task of any value that has a JSON form.</param>
    /// <exception cref="BotyardException">As for a handler that is not asynchronous.</exception>
    /// <example>
    /// <code>
    /// Query.Handler("/system", async request =>
    /// {
    ///     var name = await File.ReadAllTextAsync("/proc/sys/kernel/ostype", request.Aborted);
    ///     return name.Trim();
    /// }); // /system answers "Linux"
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Handler<T>(string path, Func<QueryRequest, Task<T>> handler) =>
        Registry.Register(path, Botyard.Handler.Of(Checked(path, handler), JsonSettings.TypeInfo<T>));

    /// <summary>Registers a handler whose answer has a source-generated JSON form.</summary>
    /// <remarks>
    /// It works in a query program that is trimmed or compiled ahead of time, and its first answer comes faster than by
    /// reflection.
    /// </remarks>
    /// <param name="path">Path of the query; begins with <c>/</c>. The last registration of a path wins.</param>
    /// <param name="handler">Returns a value that the context describes.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    /// <example>
    /// <code>
    /// Query.Handler("/holding", _ => new Holding("AAPL", 10), HoldingJson.Default.Holding);
    /// // /holding answers {"symbol":"AAPL","shares":10}
    /// Query.Run();
    ///
    /// record Holding(string Symbol, int Shares);
    ///
    /// [JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
    /// [JsonSerializable(typeof(Holding))]
    /// partial class HoldingJson : JsonSerializerContext;
    /// </code>
    /// </example>
    public static void Handler<T>(string path, Func<QueryRequest, T> handler, JsonTypeInfo<T> typeInfo) =>
        Registry.Register(path, Botyard.Handler.Of(Checked(path, handler), () => JsonSettings.Fitted(typeInfo)));

    /// <summary>Registers an asynchronous handler whose answer has a source-generated JSON form.</summary>
    /// <param name="path">Path of the query; begins with <c>/</c>. The last registration of a path wins.</param>
    /// <param name="handler">Returns the task of a value that the context describes.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    public static void Handler<T>(string path, Func<QueryRequest, Task<T>> handler, JsonTypeInfo<T> typeInfo) =>
        Registry.Register(path, Botyard.Handler.Of(Checked(path, handler), () => JsonSettings.Fitted(typeInfo)));

    /// <summary>Returns the bot's config, a new copy at each call .</summary>
    /// <exception cref="BotyardException">The codes of <see cref="Input.Parse()"/>.</exception>
    /// <example>
    /// <code>
    /// Query.Handler("/symbol", _ => Query.GetConfig()["symbol"]); // /symbol answers "AAPL"
    /// </code>
    /// </example>
    public static JsonObject GetConfig() => Input.Parse().Config;

    /// <summary>Answers queries and ends the process; call it once, at the end of the query program.</summary>
    /// <remarks>
    /// If <c>QUERY_PATH</c> is set, it runs the handler of this path, writes the answer to <c>RESULT_PATH</c> and ends
    /// the process with exit code 0, or 1 if the query failed. Otherwise it serves HTTP on
    /// <c>QUERY_HOST</c> (default: 127.0.0.1) and <c>QUERY_PORT</c> (default: 9476) until SIGTERM or SIGINT, finishes
    /// the answers in progress and ends the process with exit code 0. <c>/health</c> and <c>/info</c> are
    /// built in, unless the bot has handlers for them [BI-3].
    /// </remarks>
    /// <exception cref="BotyardException">
    /// <c>query.already_running</c> at a second call, <c>query.invalid_port</c> if <c>QUERY_PORT</c> is not a number from 1 to
    /// 65535, <c>query.listen_failed</c> if the address cannot be used.
    /// </exception>
    /// <example>
    /// <code>
    /// Query.Handler("/runs", _ => State.Get("runs", 0)); // /runs answers 0
    /// Query.Run();
    /// </code>
    /// </example>
    [DoesNotReturn]
    public static void Run()
    {
        TestProcess.Current?.End(0);
        if (Variables.BecomeQueryProcess()) throw Failure.Of("query.already_running");
        if (Variables.Get("QUERY_PATH") is { } path)
        {
            LeftWork.Watch();
            OneShot.Run(Registry, path);
        }
        else
        {
            Server.Run(Registry);
        }
    }

    private static T Checked<T>(string path, T handler)
        where T : Delegate =>
        handler ?? throw Failure.Of("query.invalid_handler", ("path", path ?? "null"), ("kind", "null"));
}
