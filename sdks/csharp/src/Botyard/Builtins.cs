using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>The queries that every bot answers [BI-1, BI-2].</summary>
internal static class Builtins
{
    internal static readonly string[] Paths = ["/health", "/info"];

    /// <summary>The handler of a built-in path, or null for any other path.</summary>
    internal static Handler? Find(string path, Registry registry) => path switch
    {
        "/health" => Answer(new JsonObject { ["status"] = "ok" }),
        "/info" => Answer(new JsonObject { ["available_queries"] = Array(registry.Paths) }),
        _ => null,
    };

    /// <summary>The paths as a JSON array.</summary>
    internal static JsonArray Array(IEnumerable<string> paths) => new([.. paths.Select(path => JsonValue.Create(path))]);

    private static Handler Answer(JsonObject answer) => new(_ => Task.FromResult(JsonWriting.Write(answer)), false);
}
