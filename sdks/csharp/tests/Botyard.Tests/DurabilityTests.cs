using System.Text.RegularExpressions;

namespace Botyard.Tests;

public sealed partial class DurabilityTests
{
    [Theory]
    [InlineData("runs", ".state/runs.json")]
    [InlineData("result.json", "result.json")]
    public async Task A_file_is_flushed_before_it_is_renamed_and_its_directory_afterwards(string label, string name)
    {
        Assert.SkipUnless(File.Exists("/usr/bin/strace"), "strace shows what the system is asked for");
        using var bot = new BotProcess("exec strace -f -qq -y -o calls -e trace=fsync,rename \"$@\"", "keep");
        Assert.Equal(0, (await bot.EndAsync()).Code);
        var path = Path.Combine(bot.Folder, name);
        var directory = Path.GetDirectoryName(path)!;
        var calls = File.ReadLines(Path.Combine(bot.Folder, "calls")).Where(call => call.Contains(label, StringComparison.Ordinal)
            || call.Contains($"{directory}>", StringComparison.Ordinal));
        var temporary = $"{directory}/.tmp-{label}-X";
        Assert.Equal(
            [$"fsync {temporary}", $"rename {temporary} {path}", $"fsync {directory}"],
            calls.Select(call => string.Join(' ', Words().Matches(Random().Replace(call, "-X")).Select(word => word.Value))));
    }

    /// <summary>The name of the call, and its paths.</summary>
    [GeneratedRegex("fsync|rename|/[^\">]+")]
    private static partial Regex Words();

    [GeneratedRegex("-[0-9a-f]{16}")]
    private static partial Regex Random();
}
