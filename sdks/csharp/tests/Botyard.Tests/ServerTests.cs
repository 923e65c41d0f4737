using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
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
    public async Task A_query_that_cannot_be_answered_is_refused_by_its_status()
    {
        var port = BotProcess.FreePort();
        using var bot = new BotProcess("answer", ("QUERY_PORT", $"{port}"));
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}") };
        await UntilItListens(client);

        using var unknown = await client.GetAsync("/none", TestContext.Current.CancellationToken);
        using var method = await client.DeleteAsync("/limits", TestContext.Current.CancellationToken);
        using var tooLarge = await client.PostAsync("/later", new StringContent(new string(' ', 1_048_577)), TestContext.Current.CancellationToken);
        using var largest = await client.PostAsync("/later", new StringContent(new string(' ', 1_048_574) + "{}"), TestContext.Current.CancellationToken);
        using var list = await client.PostAsync("/later", new StringContent("[1]"), TestContext.Current.CancellationToken);
        Assert.Equal(
            [404, 405, 413, 200, 400],
            new[] { unknown, method, tooLarge, largest, list }.Select(answer => (int)answer.StatusCode));
        Assert.Equal(["GET", "POST"], method.Content.Headers.Allow);
        using var both = await client.PostAsync("/later?value=1", new StringContent("""{"value":2}"""), TestContext.Current.CancellationToken);
        Assert.Equal("2", await both.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("Content-Length: +2\r\n\r\n{}", "400")]
    [InlineData("Content-Length: 2_0\r\n\r\n{}", "400")]
    [InlineData("Content-Length:\r\n\r\n", "400")]
    [InlineData("Content-Length: 99999999999999999999\r\n\r\n", "400")]
    [InlineData("Content-Length: 1048577\r\n\r\n", "413")]
    public async Task A_request_whose_body_is_refused_is_the_last_of_its_connection(string rest, string status)
    {
        var answers = await Exchange($"POST /limits HTTP/1.1\r\nHost: x\r\n{rest}GET /limits HTTP/1.1\r\nHost: x\r\n\r\n");
        Assert.StartsWith($"HTTP/1.1 {status} ", answers, StringComparison.Ordinal);
        Assert.Single(answers.Split("HTTP/1.1 ", StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public async Task A_client_that_sends_a_large_body_as_a_whole_receives_the_answer()
    {
        var answer = await Exchange($"POST /limits HTTP/1.1\r\nHost: x\r\nContent-Length: {16 << 20}\r\n\r\n{new string(' ', 16 << 20)}");
        Assert.StartsWith("HTTP/1.1 413 ", answer, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_length_may_begin_with_zeros()
    {
        var zeros = new string('0', 30);
        var answers = await Exchange($"POST /limits HTTP/1.1\r\nHost: x\r\nContent-Length: {zeros}2\r\n\r\n{{}}POST /limits HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {zeros}\r\n\r\n");
        Assert.Equal(["200", "200"], answers.Split("HTTP/1.1 ", StringSplitOptions.RemoveEmptyEntries).Select(answer => answer[..3]));
    }

    /// <summary>Sends bytes, and returns what the server sends until it closes the connection.</summary>
    private static async Task<string> Exchange(string sent)
    {
        var port = BotProcess.FreePort();
        using var bot = new BotProcess("answer", ("QUERY_PORT", $"{port}"));
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}") };
        await UntilItListens(client);
        using var connection = new TcpClient();
        await connection.ConnectAsync(IPAddress.Loopback, port, TestContext.Current.CancellationToken);
        await connection.GetStream().WriteAsync(System.Text.Encoding.ASCII.GetBytes(sent), TestContext.Current.CancellationToken);
        var received = new MemoryStream();
        try
        {
            await connection.GetStream().CopyToAsync(received, TestContext.Current.CancellationToken);
        }
        catch (IOException)
        {
            // Closed with bytes unread.
        }
        return System.Text.Encoding.ASCII.GetString(received.ToArray());
    }

    [Fact]
    public async Task A_query_that_has_begun_is_answered_before_the_server_ends()
    {
        var port = BotProcess.FreePort();
        using var bot = new BotProcess("answer", ("QUERY_PORT", $"{port}"));
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}") };
        await UntilItListens(client);
        var slow = client.GetStringAsync("/slow", TestContext.Current.CancellationToken);
        Assert.Contains("begun", await bot.LineOfErrorsAsync(), StringComparison.Ordinal);
        using (Process.Start("kill", ["-TERM", $"{bot.Id}"])) { }
        await UntilItRefuses(port);
        await File.WriteAllTextAsync(Path.Combine(bot.Folder, "go"), "", TestContext.Current.CancellationToken);
        Assert.Equal("\"done\"", await slow);
        Assert.Equal(0, (await bot.EndAsync()).Code);
    }

    [Fact]
    public async Task A_failure_of_work_that_a_handler_left_is_logged()
    {
        var port = BotProcess.FreePort();
        using var bot = new BotProcess("answer", ("QUERY_PORT", $"{port}"));
        using var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}") };
        await UntilItListens(client);
        Assert.Equal("\"left\"", await client.GetStringAsync("/leave", TestContext.Current.CancellationToken));
        var record = JsonNode.Parse(await bot.LineOfErrorsAsync())!;
        Assert.Equal(("left behind", null), ((string?)record["message"], record["data"]!["path"]));
    }

    [Fact]
    public async Task A_server_that_cannot_listen_says_why()
    {
        using var bot = new BotProcess("answer", ("QUERY_PORT", "70000"));
        var (code, _, errors) = await bot.EndAsync();
        Assert.NotEqual(0, code);
        Assert.Contains("QUERY_PORT must be a number from 1 to 65535, got \"70000\"", errors, StringComparison.Ordinal);
    }

    private static async Task UntilItRefuses(int port)
    {
        while (true)
        {
            using var client = new TcpClient();
            try
            {
                await client.ConnectAsync(IPAddress.Loopback, port, TestContext.Current.CancellationToken);
                await Task.Delay(5, TestContext.Current.CancellationToken);
            }
            catch (SocketException)
            {
                return;
            }
        }
    }

    internal static async Task UntilItListens(HttpClient client)
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
