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

    private sealed class Unnamed : Exception;
}
