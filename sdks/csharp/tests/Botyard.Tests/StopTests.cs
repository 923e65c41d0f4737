using System.Diagnostics;

namespace Botyard.Tests;

/// <summary>The request to stop [STOP-1 … STOP-5].</summary>
public sealed class StopTests
{
    [Fact]
    public async Task All_that_wait_and_all_handlers_of_the_bot_are_told()
    {
        using var bot = new BotProcess("wait");
        await UntilLogged(bot, "ready");
        Signal(bot);
        var (code, _, errors) = await bot.EndAsync();
        Assert.Equal((0, """{"status":"success","message":"True True True"}"""), (code, bot.Result));
        foreach (var told in (string[])["own handler", "later handler", "token", "exit hook"])
        {
            Assert.Contains(told, errors, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_request_is_seen_at_whatever_moment_it_arrives()
    {
        using var bot = new BotProcess("wait-often");
        await UntilLogged(bot, "ready");
        Signal(bot);
        Assert.Equal(0, (await bot.EndAsync()).Code);
        Assert.Equal("""{"status":"success","message":"True"}""", bot.Result);
    }

    [Fact]
    public async Task A_callback_that_throws_is_logged_and_the_stop_goes_on()
    {
        using var bot = new BotProcess("wait-with-broken-callback");
        await UntilLogged(bot, "ready");
        Signal(bot);
        await UntilLogged(bot, "last");
        await UntilLogged(bot, "first");
        Assert.Contains("cannot cancel the order", await bot.LineOfErrorsAsync(), StringComparison.Ordinal);
        await File.WriteAllTextAsync(Path.Combine(bot.Folder, "go"), "", TestContext.Current.CancellationToken);
        Assert.Equal((0, "", ""), await bot.EndAsync());
        Assert.Equal("""{"status":"success","message":"True"}""", bot.Result);
    }

    [Fact]
    public async Task A_bot_that_does_not_use_it_is_ended_by_the_signal()
    {
        using var bot = new BotProcess("sleep");
        await UntilLogged(bot, "ready");
        Signal(bot);
        Assert.Equal(143, (await bot.EndAsync()).Code);
    }

    [Fact]
    public async Task A_handler_of_a_query_is_told_and_the_server_ends_after_its_answer()
    {
        var port = BotProcess.FreePort();
        using var bot = new BotProcess("answer-when-stopped", ("QUERY_PORT", $"{port}"));
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}") };
        await ServerTests.UntilItListens(client);
        var answer = client.GetStringAsync("/wait", TestContext.Current.CancellationToken);
        await UntilLogged(bot, "waiting");
        Signal(bot);
        Assert.Equal("true", await answer);
        Assert.Equal(0, (await bot.EndAsync()).Code);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(-5000)]
    [InlineData(0)]
    [InlineData(10)]
    public async Task A_wait_without_a_request_ends_after_its_time(int milliseconds)
    {
        Assert.False(Stop.Wait(TimeSpan.FromMilliseconds(milliseconds)));
        Assert.False(await Stop.WaitAsync(TimeSpan.FromMilliseconds(milliseconds)));
        Assert.False(Stop.Requested);
    }

    private static void Signal(BotProcess bot)
    {
        using var sent = Process.Start("kill", ["-TERM", $"{bot.Id}"]);
        sent.WaitForExit();
    }

    private static async Task UntilLogged(BotProcess bot, string message)
    {
        while (!(await bot.LineOfErrorsAsync()).Contains(message, StringComparison.Ordinal))
        {
            // The next line.
        }
    }
}
