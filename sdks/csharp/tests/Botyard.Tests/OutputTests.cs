using System.Text;
using System.Text.Json.Nodes;

namespace Botyard.Tests;

public sealed class OutputTests
{
    [Fact]
    public async Task What_is_too_large_is_refused_and_nothing_of_it_is_written()
    {
        using var bot = new BotProcess("try");
        var (_, output, errors) = await bot.EndAsync();
        var lines = output.Split('\n');
        Assert.Equal(65_536, Encoding.UTF8.GetByteCount(lines[0]));
        Assert.Equal(10_001, lines.Length - 1);
        Assert.Equal("metric.too_large: metric \"m\" is 65537 bytes as one line of JSON, more than 65536", bot.Outcomes["larger metric"]);
        Assert.Equal("metric.invalid_data: the data of metric \"m\" must be a JSON object: it is an array", bot.Outcomes["array"]);
        Assert.Equal("metric.invalid_type: a metric type must be a non-empty string, got \"\"", bot.Outcomes["no type"]);
        Assert.Equal("ok", bot.Outcomes["large state"]);
        Assert.StartsWith("state.value_too_large: ", bot.Outcomes["too large state"], StringComparison.Ordinal);
        Assert.StartsWith("result.too_large: ", bot.Outcomes["too large result"], StringComparison.Ordinal);
        Assert.Equal("""{"status":"success","message":"small"}""", bot.Result);
        Assert.Equal([".state/k.json", "result.json"], bot.Files);
        var log = JsonNode.Parse(errors)!.AsObject();
        Assert.Equal(["level", "timestamp", "message", "data"], log.Select(property => property.Key));
        Assert.Matches(@"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$", (string?)log["timestamp"]);
        Assert.EndsWith("}\n", errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("exec \"$@\" > /dev/full", "ENOSPC")]
    [InlineData("\"$@\" | true", "EPIPE")]
    public async Task A_metric_that_cannot_be_written_is_an_error_that_the_bot_receives(string script, string reason)
    {
        using var bot = new BotProcess(script, "try");
        await bot.EndAsync();
        Assert.Equal($"metric.write_failed: cannot write metric \"m\" to standard output: {reason}", bot.Outcomes["many metrics"]);
    }

    [Fact]
    public async Task A_log_line_that_cannot_be_written_is_an_error_that_the_bot_receives()
    {
        using var bot = new BotProcess("exec \"$@\" 2> /dev/full", "try");
        await bot.EndAsync();
        Assert.Equal("log.write_failed: cannot write a log line to standard error: ENOSPC", bot.Outcomes["log"]);
    }

    [Fact]
    public async Task A_file_that_may_not_grow_leaves_the_old_value_and_no_other_file()
    {
        // The runtime would map its code twice, through a file.
        using var bot = new BotProcess("ulimit -f 512; exec \"$@\"", "try", ("DOTNET_EnableWriteXorExecute", "0"));
        await bot.EndAsync();
        Assert.Equal($"state.write_failed: cannot change the state in {bot.Folder}/.state: EFBIG", bot.Outcomes["large state"]);
        Assert.Equal("\"old\"", File.ReadAllText(Path.Combine(bot.Folder, ".state", "k.json")));
        Assert.Equal([".state/k.json", "result.json"], bot.Files);
    }

    [Fact]
    public async Task A_line_that_follows_a_torn_one_begins_on_a_line_of_its_own()
    {
        using var bot = new BotProcess("ulimit -f 64; exec \"$@\" >> out", "overflow", ("DOTNET_EnableWriteXorExecute", "0"));
        Assert.Equal(0, (await bot.EndAsync()).Code);
        Assert.StartsWith("\n{\"_metric\":\"after\"", File.ReadAllText(Path.Combine(bot.Folder, "out")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_query_process_changes_nothing()
    {
        using var bot = new BotProcess("try", ("QUERY_PATH", "/limits"));
        await bot.EndAsync();
        Assert.Equal("result.in_query: success cannot be used in a query process", bot.Outcomes["result"]);
        Assert.Equal("state.read_only: state is read-only in a query process: set", bot.Outcomes["state"]);
        Assert.Equal("state.read_only: state is read-only in a query process: delete", bot.Outcomes["delete"]);
        Assert.Empty(bot.Files);
    }
}
