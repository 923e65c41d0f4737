using System.Text.Json.Nodes;

namespace Botyard.Tests;

public sealed class RunTests
{
    [Fact]
    public async Task A_run_reports_its_success()
    {
        using var bot = new BotProcess("succeed");
        var (code, _, errors) = await bot.EndAsync();
        Assert.Equal((0, ""), (code, errors));
        Assert.Equal("""{"status":"success","message":"done","data":{"orders":3}}""", bot.Result);
    }

    [Fact]
    public async Task Nothing_of_a_bot_runs_after_it_reports_an_error()
    {
        using var bot = new BotProcess("fail");
        var (code, _, errors) = await bot.EndAsync();
        Assert.Equal(1, code);
        Assert.Equal("""{"status":"error","message":"no prices"}""", bot.Result);
        var line = JsonNode.Parse(errors)!;
        Assert.Equal(("error", "no prices"), ((string?)line["level"], (string?)line["message"]));
    }

    [Fact]
    public async Task A_failure_that_cannot_be_reported_is_logged()
    {
        using var bot = new BotProcess("fail", ("RESULT_PATH", "missing/result.json"));
        var (code, _, errors) = await bot.EndAsync();
        var messages = errors.TrimEnd('\n').Split('\n').Select(line => (string?)JsonNode.Parse(line)!["message"]);
        Assert.Equal(1, code);
        Assert.Equal(["no prices", $"cannot write the result to {bot.Folder}/missing/result.json: ENOENT"], messages);
    }

    [Fact]
    public async Task An_exception_that_nobody_catches_fails_the_run()
    {
        using var bot = new BotProcess("throw");
        var (code, _, errors) = await bot.EndAsync();
        Assert.NotEqual(0, code);
        Assert.Contains("nobody catches this", errors, StringComparison.Ordinal);
        Assert.Null(bot.Result);
    }

    [Fact]
    public async Task Each_metric_is_a_line()
    {
        using var bot = new BotProcess("emit");
        var (_, output, _) = await bot.EndAsync();
        var lines = output.TrimEnd('\n').Split('\n').Select(line => (int)JsonNode.Parse(line)!["data"]!["at"]!);
        Assert.Equal(Enumerable.Range(0, 1000), lines);
    }

    [Fact]
    public async Task A_one_shot_query_is_answered_in_the_result_file()
    {
        using var bot = new BotProcess("answer", ("QUERY_PATH", "/later"), ("QUERY_PARAMS", """{"value":[1.50]}"""));
        Assert.Equal(0, (await bot.EndAsync()).Code);
        Assert.Equal("""{"status":"ok","data":[1.50]}""", bot.Result);
    }

    [Theory]
    [InlineData("/limit?", """{"status":"error","error":"no query handler for /limit?","code":"query.unknown_path","available_queries":["/broken","/health","/info","/later","/leave","/limit","/limits","/slow"]}""")]
    [InlineData("/broken", """{"status":"error","error":"out of order","code":"query.handler_failed"}""")]
    public async Task A_one_shot_query_that_fails_says_why(string path, string expected)
    {
        using var bot = new BotProcess("answer", ("QUERY_PATH", path));
        Assert.Equal(1, (await bot.EndAsync()).Code);
        Assert.Equal(expected, bot.Result);
    }
}
