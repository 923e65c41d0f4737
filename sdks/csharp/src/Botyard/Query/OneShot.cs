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
        var outcome = registry.Find(path) is { } handler ? Ask(handler, path) : Outcome.UnknownPath(path, registry);
        ResultFile.AnswerAndEnd(outcome.OneShot, outcome.Code is null ? 0 : 1);
    }

    private static Outcome Ask(Handler handler, string path)
    {
        var parameters = Encoding.UTF8.GetBytes(Variables.Get("QUERY_PARAMS") ?? "{}");
        return Outcome.OfHandler(handler, path, [], parameters, CancellationToken.None).GetAwaiter().GetResult();
    }
}
