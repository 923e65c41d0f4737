using System.Globalization;
using System.Reflection;
using System.Text.Json.Nodes;
using Botyard.Testing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Crossover.Tests;

/// <summary>The bot and its queries, run without a platform.</summary>
public sealed class BotTests : IDisposable
{
    private static readonly string _examples =
        typeof(BotTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(one => one.Key == "Examples").Value!;

    private static readonly Assembly _program = Assembly.Load("crossover-csharp");

    private readonly JsonObject _life = JsonNode.Parse(File.ReadAllText(Path.Combine(_examples, "expected/fixtures/looks.json")))!
        ["the examples of crossover.md"]!.AsObject();

    public void Dispose() => Given(null);

    [Fact]
    public async Task A_bot_looks_until_it_is_stopped_and_its_queries_answer()
    {
        var looks = _life["looks"]!.AsArray();
        await using var feed = await FeedAsync(looks.Select(look => (string)look!["at"]!));
        Given(feed.Urls.Single());
        var config = _life["settings"]!.DeepClone().AsObject();
        config["update_interval_ms"] = 60_000;
        using var bot = new TestBot(config, stopAfter: TimeSpan.FromMinutes(looks.Count));
        Assert.Equal(0, bot.Run(_program));
        var signals = bot.Metrics.Where(metric => metric.Type == "signal").Select(metric => (string?)metric.Data["type"]);
        Assert.Equal(looks.SelectMany(look => look!["signals"]!.AsArray()).Select(signal => (string?)signal!["type"]), signals);
        bot.Run(Assembly.Load("crossover-csharp-query"));
        AssertEqual(_life["status"], bot.Ask("/status")["data"]);
        AssertEqual(_life["signals"], bot.Ask("/signals", new { limit = 100 })["data"]);
        AssertEqual(_life["performance"], bot.Ask("/performance")["data"]);
    }

    [Fact]
    public void A_feed_that_does_not_answer_is_logged_and_asked_again()
    {
        Given("http://127.0.0.1:9");
        using var bot = new TestBot(new { update_interval_ms = 1000 }, stopAfter: TimeSpan.FromSeconds(2));
        Assert.Equal(0, bot.Run(_program));
        Assert.Equal(["the price feed did not answer", "the price feed did not answer"], bot.Logs.Select(log => log.Message));
        Assert.Empty(bot.Metrics);
    }

    [Fact]
    public void A_bot_without_a_feed_fails_and_says_what_to_set()
    {
        Given(null);
        using var bot = new TestBot();
        Assert.Equal(1, bot.Run(_program));
        Assert.Contains("PRICE_FEED_URL is not set", (string?)bot.Result?["message"], StringComparison.Ordinal);
    }

    private static void Given(string? feed) => Environment.SetEnvironmentVariable("PRICE_FEED_URL", feed);

    private static void AssertEqual(JsonNode? expected, JsonNode? found) =>
        Assert.True(JsonNode.DeepEquals(expected, found), $"expected {expected}, got {found}");

    /// <summary>Starts a feed that is asked once on each of these days.</summary>
    private static async Task<WebApplication> FeedAsync(IEnumerable<string> days)
    {
        var next = new Queue<string>(days);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        var feed = builder.Build();
        feed.Urls.Add("http://127.0.0.1:0");
        feed.MapGet("/v1/prices", (string symbol, int limit) =>
        {
            var day = next.Dequeue();
            var rows = File.ReadLines(Path.Combine(_examples, $"price-feed/data/{symbol}.csv")).Skip(1);
            var known = rows.Where(row => string.CompareOrdinal(row, 0, day, 0, day.Length) <= 0).Select(row => new
            {
                date = row[..10],
                close = double.Parse(row[11..], CultureInfo.InvariantCulture),
            });
            return Results.Json(new { prices = known.TakeLast(limit) });
        });
        await feed.StartAsync();
        return feed;
    }
}
