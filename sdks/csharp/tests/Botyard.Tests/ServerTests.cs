using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;

namespace Botyard.Tests;

public sealed class ServerTests
{
    [Fact]
    public async Task A_server_answers_until_it_is_terminated()
    {
        var port = BotProcess.FreePort();
        using var bot = new BotProcess("answer", ("QUERY_PORT", $"{port}"));
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}") };
        await UntilItListens(client);

        Assert.Equal("[10,20]", await client.GetStringAsync("/limits", TestContext.Current.CancellationToken));
        Assert.Equal("5", await client.GetStringAsync("/limit?limit=5", TestContext.Current.CancellationToken));
        using var posted = await client.PostAsJsonAsync("/later", new { value = "é" }, TestContext.Current.CancellationToken);
        Assert.Equal("\"é\"", await posted.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
        using var refused = await client.GetAsync("/limit?limit=five", TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.BadRequest, refused.StatusCode);
        using var failed = await client.GetAsync("/broken", TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.InternalServerError, failed.StatusCode);

        using (Process.Start("kill", ["-TERM", $"{bot.Id}"])) { }
        var (code, output, errors) = await bot.EndAsync();
        Assert.Equal((0, ""), (code, output));
        var record = JsonNode.Parse(errors)!;
        Assert.Equal("out of order", (string?)record["message"]);
        Assert.EndsWith("Program.cs", (string?)record["data"]!["file"], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_cannot_listen_says_why()
    {
        using var bot = new BotProcess("answer", ("QUERY_PORT", "70000"));
        var (code, _, errors) = await bot.EndAsync();
        Assert.NotEqual(0, code);
        Assert.Contains("QUERY_PORT must be a number from 1 to 65535, got \"70000\"", errors, StringComparison.Ordinal);
    }

    private static async Task UntilItListens(HttpClient client)
    {
        while (true)
        {
            try
            {
                using var answer = await client.GetAsync("/health", TestContext.Current.CancellationToken);
                return;
            }
            catch (HttpRequestException)
            {
                await Task.Delay(10, TestContext.Current.CancellationToken);
            }
        }
    }
}
