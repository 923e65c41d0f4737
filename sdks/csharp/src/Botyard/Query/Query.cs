using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>Read-only queries to a bot.</summary>
/// <remarks>
/// A query program registers its handlers and ends with <see cref="Run"/>. The bot's main program never runs in a query
/// process, and state is read-only there [Q-6, ST-14].
/// </remarks>
/// <example>
/// <code>
/// Query.Handler("/limits", _ => new[] { 10, 20 });
/// Query.Handler("/trades", request => State.Get("trades"));
/// Query.Run();
/// </code>
/// </example>
public static class Query
{
    private static readonly Registry _registry = new();

    /// <summary>Registers a handler, which returns its answer; an exception is its failure.</summary>
    /// <remarks>
    /// Of several handlers of one path the last one counts, also while the server is running. In a server,
    /// handlers run in several threads at once. The answer to the caller contains the message of the exception, and the
    /// log shows where it was thrown.
    /// </remarks>
    /// <param name="path">The path, which begins with <c>/</c>.</param>
    /// <param name="handler">Takes the request and returns any value that has a JSON form.</param>
    /// <exception cref="BotyardException"><c>query.invalid_path</c>, <c>query.invalid_handler</c></exception>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Handler<T>(string path, Func<QueryRequest, T> handler) =>
        _registry.Register(path, Botyard.Handler.Of(Checked(path, handler), JsonSettings.TypeInfo<T>));

    /// <summary>Registers an asynchronous handler .</summary>
    /// <param name="path">The path, which begins with <c>/</c>.</param>
    /// <param name="handler">Takes the request and returns any value that has a JSON form.</param>
    /// <exception cref="BotyardException"><c>query.invalid_path</c>, <c>query.invalid_handler</c></exception>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Handler<T>(string path, Func<QueryRequest, Task<T>> handler) =>
        _registry.Register(path, Botyard.Handler.Of(Checked(path, handler), JsonSettings.TypeInfo<T>));

    /// <summary>Registers a handler whose answer has a source-generated JSON form.</summary>
    /// <exception cref="BotyardException"><c>query.invalid_path</c>, <c>query.invalid_handler</c></exception>
    public static void Handler<T>(string path, Func<QueryRequest, T> handler, JsonTypeInfo<T> typeInfo) =>
        _registry.Register(path, Botyard.Handler.Of(Checked(path, handler), () => JsonSettings.Fitted(typeInfo)));

    /// <summary>Registers an asynchronous handler whose answer has a source-generated JSON form.</summary>
    /// <exception cref="BotyardException"><c>query.invalid_path</c>, <c>query.invalid_handler</c></exception>
    public static void Handler<T>(string path, Func<QueryRequest, Task<T>> handler, JsonTypeInfo<T> typeInfo) =>
        _registry.Register(path, Botyard.Handler.Of(Checked(path, handler), () => JsonSettings.Fitted(typeInfo)));

    /// <summary>Returns the bot's config, a new copy at each call .</summary>
    /// <exception cref="BotyardException">As <see cref="Input.Parse"/>.</exception>
    public static JsonObject GetConfig() => Input.Parse().Config;

    /// <summary>
    /// Answers queries: a single one if <c>QUERY_PATH</c> is set, otherwise as an HTTP server until SIGTERM or SIGINT.
    /// </summary>
    /// <remarks>
    /// The server listens on <c>QUERY_HOST</c> (default: 127.0.0.1) and <c>QUERY_PORT</c> (default: 9476). The method
    /// ends the process; it returns only by an exception.
    /// </remarks>
    /// <exception cref="BotyardException">
    /// <c>query.already_running</c> if it is called twice, <c>query.invalid_port</c> if <c>QUERY_PORT</c> is not a port,
    /// <c>query.listen_failed</c> if the server cannot listen on its address.
    /// </exception>
    [DoesNotReturn]
    public static void Run()
    {
        if (Variables.BecomeQueryProcess()) throw Failure.Of("query.already_running");
        if (Variables.Get("QUERY_PATH") is { } path)
        {
            LeftWork.Watch();
            OneShot.Run(_registry, path);
        }
        else
        {
            Server.Run(_registry);
        }
    }

    private static T Checked<T>(string path, T handler)
        where T : Delegate =>
        handler ?? throw Failure.Of("query.invalid_handler", ("path", path ?? "null"), ("kind", "null"));
}
