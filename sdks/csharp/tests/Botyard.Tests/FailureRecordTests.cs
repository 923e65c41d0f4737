using System.Reflection;

namespace Botyard.Tests;

public sealed class FailureRecordTests
{
    [Fact]
    public void Long_texts_are_cut()
    {
        var long_ = new string('m', 9000);
        var record = FailureRecord.Of(new InvalidOperationException(long_), "/" + long_);
        Assert.Equal(251, ((string)record["path"]!).Length);
        Assert.DoesNotContain(new string('m', 2001), (string)record["stack"]!, StringComparison.Ordinal);
        Assert.Equal("InvalidOperationException", (string?)record["type"]);
        Assert.Equal(1001, ((string)FailureRecord.OfAnswer("/a", long_)["reason"]!).Length);
    }

    [Fact]
    public void An_exception_without_a_message_has_none()
    {
        Assert.Equal("", FailureRecord.MessageOf(new Unnamed()));
        Assert.Equal("out of order", FailureRecord.MessageOf(new InvalidOperationException("out of order")));
    }

    [Fact]
    public void A_refusal_is_found_through_all_that_wraps_it()
    {
        var refusal = Assert.Throws<BotyardException>(() => new QueryRequest("/a", new() { ["n"] = "x" }).GetInteger("n"));
        var other = new InvalidOperationException("other");
        Exception[] wrapping =
        [
            refusal,
            new InvalidOperationException("outer", new InvalidOperationException("inner", refusal)),
            new AggregateException(other, new AggregateException(other, refusal)),
            new System.Reflection.TargetInvocationException(refusal),
            new TypeInitializationException("Bot", refusal),
        ];
        Assert.All(wrapping, failure => Assert.Same(refusal, Causes.RefusalIn(failure)));
        Assert.Null(Causes.RefusalIn(new InvalidOperationException(refusal.Message, other)));
    }

    [Fact]
    public void The_record_names_all_that_a_failure_wraps()
    {
        var first = new InvalidOperationException("first", new Unnamed());
        var record = FailureRecord.Of(new AggregateException("several", first, new ArgumentException("second")), "/a");
        Assert.Equal(
            """[{"type":"InvalidOperationException","message":"first"},{"type":"ArgumentException","message":"second"},{"type":"Unnamed","message":""}]""",
            record["cause"]!.ToJsonString());
        Assert.Null(FailureRecord.Of(new InvalidOperationException("alone"), "/a")["cause"]);
    }

    [Fact]
    public void A_record_with_many_long_causes_is_a_line_that_the_platform_keeps()
    {
        var failure = Enumerable.Range(0, 20).Aggregate(
            new InvalidOperationException(new string('\u0001', 9000)),
            (inner, _) => new InvalidOperationException(new string('\u0001', 9000), inner));
        var record = FailureRecord.Of(failure, "/a");
        Assert.Equal(8, record["cause"]!.AsArray().Count);
        Assert.All(record["cause"]!.AsArray(), cause => Assert.Equal(251, ((string)cause!["message"]!).Length));
        Assert.Equal(4001, ((string)record["stack"]!).Length);
        Assert.InRange(LogLine.Of("error", Describe.Cut(failure.Message, 2000), record, JsonWriting.NodeForm).Length, 1, 65_536);
    }

    [Fact]
    public void An_exception_that_cannot_say_anything_of_itself_has_a_record()
    {
        var failure = new Mute();
        try
        {
            throw failure;
        }
        catch (Mute)
        {
            // It has frames now.
        }
        var record = FailureRecord.Of(failure, "/a");
        Assert.Equal("Mute", (string?)record["type"]);
        Assert.EndsWith("FailureRecordTests.cs", (string?)record["file"], StringComparison.Ordinal);
        Assert.Contains(nameof(An_exception_that_cannot_say_anything_of_itself_has_a_record), (string?)record["stack"], StringComparison.Ordinal);
        using var bot = new Testing.TestBot();
        Query.Handler("/mute", int (_) => throw failure);
        Assert.Equal("the handler failed without a message", (string?)bot.Ask("/mute")["error"]);
        Assert.Equal("Mute", (string?)bot.Logs.Single().Data?["type"]);
        Assert.Equal("Mute", (string?)FailureRecord.Of(new InvalidOperationException("outer", failure), "/a")["cause"]![0]!["type"]);
    }

    [Fact]
    public void Thousands_of_causes_are_recorded_as_quickly_as_eight()
    {
        var failure = Enumerable.Range(0, 10_000).Aggregate(
            new InvalidOperationException("first"), (inner, at) => new InvalidOperationException($"outer {at}", inner));
        var began = System.Diagnostics.Stopwatch.GetTimestamp();
        var record = FailureRecord.Of(failure, "/a");
        Assert.InRange(System.Diagnostics.Stopwatch.GetElapsedTime(began).TotalMilliseconds, 0, 1500);
        Assert.Equal(8, record["cause"]!.AsArray().Count);
        Assert.StartsWith("System.InvalidOperationException: outer 9999", (string?)record["stack"], StringComparison.Ordinal);
        var many = new AggregateException("many", Enumerable.Range(0, 10_000).Select(at => new InvalidOperationException($"{at}")));
        Assert.Equal("7", (string?)FailureRecord.Of(many, "/a")["cause"]![7]!["message"]);
    }

    [Fact]
    public void Causes_that_are_a_cycle_are_recorded_once()
    {
        var inner = new InvalidOperationException("inner");
        var failure = new InvalidOperationException("outer", inner);
        typeof(Exception).GetField("_innerException", BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(inner, failure);
        var record = FailureRecord.Of(failure, "/a");
        Assert.Equal("""[{"type":"InvalidOperationException","message":"inner"}]""", record["cause"]!.ToJsonString());
        Assert.StartsWith("System.InvalidOperationException: outer", (string?)record["stack"], StringComparison.Ordinal);
    }

    private sealed class Mute : Exception
    {
        public override string Message => throw new InvalidOperationException("no message");

        public override string? StackTrace => throw new InvalidOperationException("no stack");
    }

    private sealed class Unnamed : Exception;
}
