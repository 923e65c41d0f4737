namespace Botyard;

/// <summary>The environment variables of the contract, read at each call [ENV-3].</summary>
internal static class Variables
{
    private static int _answersQueries;

    internal static string ResultPath => PathOf("RESULT_PATH", "result.json");

    internal static string StateDirectory => PathOf("STATE_DIR", ".state");

    /// <summary>Whether this process only answers queries [ENV-5].</summary>
    internal static bool IsQueryProcess =>
        TestProcess.Current?.IsQueryProcess
        ?? (Volatile.Read(ref _answersQueries) != 0 || Get("QUERY_PATH") != null || Get("QUERY_PORT") != null);

    /// <summary>Makes this a query process; returns whether it has been made one before.</summary>
    internal static bool BecomeQueryProcess() => Interlocked.Exchange(ref _answersQueries, 1) != 0;

    /// <summary>A variable; one that is set to the empty string counts as unset [ENV-2].</summary>
    internal static string? Get(string name)
    {
        var value = TestProcess.Current is { } test ? test.Bot.Variable(name) : Environment.GetEnvironmentVariable(name);
        return value is { Length: > 0 } ? value : null;
    }

    /// <summary>Makes the path absolute, and removes <c>.</c>, <c>..</c> and needless slashes by its text [ENV-4].</summary>
    private static string PathOf(string variable, string defaultName)
    {
        var path = Get(variable) ?? Path.Combine(Get("CODE_MOUNT_DIR") ?? ".", defaultName);
        var absolute = Path.IsPathRooted(path) ? path : Path.Combine(Environment.CurrentDirectory, path);
        return Path.TrimEndingDirectorySeparator(Path.GetFullPath(absolute));
    }
}
