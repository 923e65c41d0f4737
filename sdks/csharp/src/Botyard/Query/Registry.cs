namespace Botyard;

/// <summary>The handlers of the bot by path; the built-ins answer where the bot has none of its own [BI-3].</summary>
internal sealed class Registry(Registry? inherited = null)
{
    private readonly Lock _registering = new();

    /// <summary>Is replaced and never changed: handlers are registered rarely and asked for at each query.</summary>
    private volatile Dictionary<string, Handler> _handlers =
        inherited?._handlers ?? new(StringComparer.Ordinal);

    /// <summary>Every path that the bot answers, sorted [BI-2].</summary>
    internal List<string> Paths => [.. _handlers.Keys.Union(Builtins.Paths).Order(ByBytes.Comparer)];

    /// <summary>Registers a handler; the last one of a path wins .</summary>
    /// <exception cref="BotyardException"><c>query.invalid_path</c> [Q-1]</exception>
    internal void Register(string path, Handler handler)
    {
        if (path is null || !path.StartsWith('/'))
        {
            throw Failure.Of("query.invalid_path", ("value", path is null ? "null" : Describe.Shown(path)));
        }
        lock (_registering) _handlers = new(_handlers, StringComparer.Ordinal) { [path] = handler };
    }

    /// <summary>The handler of a path, its own or that of a built-in; null if there is none.</summary>
    internal Handler? Find(string path) => _handlers.GetValueOrDefault(path) ?? Builtins.Find(path, this);
}
