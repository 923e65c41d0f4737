using Botyard;

/// <summary>What a bot reports, at the limits of what is allowed; the outcomes are told in a file.</summary>
internal static class Attempts
{
    private static readonly List<string> _told = [];

    internal static void Run()
    {
        // The line has 72 bytes besides the text.
        Try("largest metric", () => Bot.Metric("m", new { pad = new string('x', 65_536 - 72) }));
        Try("larger metric", () => Bot.Metric("m", new { pad = new string('x', 65_537 - 72) }));
        Try("many metrics", () =>
        {
            // A pipe accepts some lines before its reader has ended.
            for (var at = 0; at < 10_000; at++) Bot.Metric("m", new { at });
        });
        Try("array", () => Bot.Metric("m", new[] { 1 }));
        Try("no type", () => Bot.Metric("", new { }));
        Try("log", () => Log.Warn("w", new { size = 3 }));
        Try("result", () => Bot.Success("small"));
        Try("too large result", () => Bot.Success(new string('x', 1_048_576)));
        Try("state", () => State.Set("k", "old"));
        Try("large state", () => State.Set("k", new string('x', 1_048_574)));
        Try("too large state", () => State.Set("k", new string('x', 1_048_575)));
        Try("delete", () => State.Delete("none"));
        File.WriteAllLines("outcomes", _told);
    }

    /// <summary>Emits until the file of the output may not grow, makes space, and emits once more.</summary>
    internal static void Overflow(string file)
    {
        try
        {
            while (true) Bot.Metric("before", new { });
        }
        catch (BotyardException full) when (full.Code == "metric.write_failed")
        {
            File.WriteAllText(file, "");
        }
        Bot.Metric("after", new { });
    }

    private static void Try(string name, Action attempt)
    {
        try
        {
            attempt();
            _told.Add($"{name}=ok");
        }
        catch (BotyardException refused)
        {
            _told.Add($"{name}={refused.Code}: {refused.Message}");
        }
    }
}
