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

    private sealed class Unnamed : Exception;
}
