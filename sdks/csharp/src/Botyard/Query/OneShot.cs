using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Botyard;

/// <summary>A single query, given by environment variables.</summary>
internal static class OneShot
{
    /// <summary>Answers the query of this process and ends it .</summary>
    [DoesNotReturn]
    internal static void Run(Registry registry, string path)
    {
        var parameters = Encoding.UTF8.GetBytes(Variables.Get("QUERY_PARAMS") ?? "{}");
        var outcome = AskAsync(registry, path, parameters).GetAwaiter().GetResult();
        ResultFile.AnswerAndEnd(outcome.OneShot, outcome.Code is null ? 0 : 1);
    }

    /// <summary>Asks the handler of a path.</summary>
    internal static Task<Outcome> AskAsync(Registry registry, string path, byte[] parameters) =>
        registry.Find(path) is { } handler
            ? Outcome.OfHandler(handler, path, [], parameters, CancellationToken.None)
            : Task.FromResult(Outcome.UnknownPath(path, registry));
}
