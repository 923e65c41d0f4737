using System.Reflection;
using System.Text.Json.Nodes;
using Botyard.Testing;
using Microsoft.Extensions.Logging;

// The tests log as bots do.
#pragma warning disable CA1727, CA1848, CA1873
namespace Botyard.Tests;

/// <summary>Records of <c>Microsoft.Extensions.Logging</c> as lines of the log.</summary>
public sealed class LoggerTests
{
    [Theory]
    [InlineData(LogLevel.Trace, "debug")]
    [InlineData(LogLevel.Debug, "debug")]
    [InlineData(LogLevel.Information, "info")]
    [InlineData(LogLevel.Warning, "warn")]
    [InlineData(LogLevel.Error, "error")]
    [InlineData(LogLevel.Critical, "error")]
    [InlineData(LogLevel.None, null)]
    public void A_record_has_its_level_and_its_message_with_the_values(LogLevel level, string? expected)
    {
        using var bot = new TestBot();
        Logger(logger => logger.Log(level, "late by {Seconds} s", 1.5));
        Assert.Equal(expected, bot.Logs.SingleOrDefault()?.Level);
        if (expected is null) return;
        Assert.Equal("late by 1.5 s", bot.Logs[0].Message);
        Assert.Equal("""{"logger":"feed","Seconds":1.5}""", bot.Logs[0].Data?.ToJsonString());
    }

    [Theory]
    [InlineData(3, "3")]
    [InlineData(true, "true")]
    [InlineData(double.NaN, "null")]
    [InlineData(null, "null")]
    [InlineData("AAPL", "\"AAPL\"")]
    [InlineData(DayOfWeek.Friday, "\"Friday\"")]
    [InlineData(new[] { 1, 2 }, "\"1, 2\"")]
    public void A_value_that_is_no_number_or_truth_value_is_a_text(object? value, string expected)
    {
        using var bot = new TestBot();
        Logger(logger => logger.LogInformation("got {Value}", value));
        Assert.Equal(expected, bot.Logs[0].Data?["Value"]?.ToJsonString() ?? "null");
    }

    [Fact]
    public void Scopes_and_exceptions_are_data()
    {
        using var bot = new TestBot();
        Logger(logger =>
        {
            using var first = logger.BeginScope("reading");
            using var second = logger.BeginScope("symbol {Symbol}", "AAPL");
            using var third = logger.BeginScope(new Dictionary<string, object?> { ["attempt"] = 2m, ["at"] = DateTimeOffset.UnixEpoch });
            logger.LogError(new InvalidOperationException("no price"), "failed");
        });
        var data = bot.Logs.Single().Data!;
        Assert.StartsWith("System.InvalidOperationException: no price", (string?)data["exception"], StringComparison.Ordinal);
        data.Remove("exception");
        var expected = """{"logger":"feed","Symbol":"AAPL","attempt":2,"at":"1970-01-01T00:00:00.0000000+00:00","scopes":["reading"]}""";
        Assert.True(JsonNode.DeepEquals(JsonNode.Parse(expected), data), data.ToJsonString());
    }

    [Fact]
    public void A_provider_that_is_added_twice_writes_once()
    {
        using var bot = new TestBot();
        using var loggers = LoggerFactory.Create(builder => builder.AddBotyard().AddBotyard());
        loggers.CreateLogger<LoggerTests>().LogInformation("once");
        Assert.Equal("Botyard.Tests.LoggerTests", (string?)bot.Logs.Single().Data?["logger"]);
    }

    [Fact]
    public void A_value_of_the_name_logger_does_not_replace_the_category()
    {
        using var bot = new TestBot();
        Logger(logger =>
        {
            using var scope = logger.BeginScope("for {logger}", "scope");
            logger.LogInformation("by {logger} at {At}", "value", 5);
        });
        Assert.Equal("by value at 5", bot.Logs[0].Message);
        Assert.Equal("""{"logger":"feed","At":5}""", bot.Logs[0].Data?.ToJsonString());
    }

    [Fact]
    public void A_log_call_never_throws_whatever_its_values_are()
    {
        static JsonArray Nested(int depth) => Enumerable.Range(1, depth - 1).Aggregate(new JsonArray(), (inner, _) => new JsonArray(inner));
        using var bot = new TestBot();
        var inner = new InvalidOperationException("inner");
        var cycle = new InvalidOperationException("outer", inner);
        typeof(Exception).GetField("_innerException", BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(inner, cycle);
        Logger(logger =>
        {
            using var scope = logger.BeginScope(new Mute());
            logger.LogInformation("deeper than all {Node}", Nested(100_000));
            logger.LogInformation("too deep for a line {Node}", Nested(512));
            logger.LogInformation("deep {Node}", Nested(64));
            logger.LogInformation("one {Value} {Other}", new Mute(), 5);
            logger.LogError(cycle, "failed");
        });
        Assert.Equal("(NoJsonException: it is nested deeper than 512)", (string?)bot.Logs[0].Data?["Node"]);
        Assert.Equal("""{"logger":"feed","failure":"(NoJsonException: it is nested deeper than 512)"}""", bot.Logs[1].Data?.ToJsonString());
        Assert.Equal(Nested(64).ToJsonString(), bot.Logs[2].Data?["Node"]?.ToJsonString());
        Assert.Equal(("(NotSupportedException: no text)", 5), ((string?)bot.Logs[3].Data?["Value"], (int?)bot.Logs[3].Data?["Other"]));
        Assert.Equal("(NotSupportedException: no text)", bot.Logs[3].Message);
        Assert.StartsWith("System.InvalidOperationException: outer", (string?)bot.Logs[4].Data?["exception"], StringComparison.Ordinal);
    }

    private sealed class Mute
    {
        public override string ToString() => throw new NotSupportedException("no text");
    }

    private static void Logger(Action<ILogger> uses)
    {
        using var loggers = LoggerFactory.Create(builder => builder.SetMinimumLevel(LogLevel.Trace).AddBotyard());
        uses(loggers.CreateLogger("feed"));
    }
}
