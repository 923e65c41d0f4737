using System.Text.Json.Nodes;

namespace Botyard.Tests;

public sealed class QueryRequestTests
{
    private readonly QueryRequest _request = new("/trades", JsonNode.Parse(
        """{ "limit": "5", "whole": 5.0, "big": 1e18, "tiny": 5e-324, "symbols": ["AAPL"], "side": null, "flag": "true" }""")!
        .AsObject());

    [Fact]
    public void An_integer_is_accepted_in_any_notation()
    {
        Assert.Equal(5, _request.GetInteger("limit"));
        Assert.Equal(5, _request.GetInteger("whole"));
        Assert.Equal(1_000_000_000_000_000_000, _request.GetInteger("big"));
    }

    [Fact]
    public void A_fraction_is_no_integer() =>
        Assert.Equal(
            "parameter \"tiny\" must be an integer, got 5e-324",
            Assert.Throws<BotyardException>(() => _request.GetInteger("tiny")).Message);

    [Fact]
    public void An_absent_parameter_and_null_are_null()
    {
        Assert.Null(_request.GetNumber("absent"));
        Assert.Null(_request.GetString("side"));
        Assert.Equal("buy", _request.Get("side", "buy"));
    }

    [Fact]
    public void A_parameter_is_read_as_a_type()
    {
        Assert.Equal(["AAPL"], _request.Get<string[]>("symbols")!);
        Assert.Equal(5, _request.Get<int>("limit"));
        Assert.Equal(7, _request.Get("absent", 7));
        Assert.Equal("query.invalid_param", Assert.Throws<BotyardException>(() => _request.Get<int>("symbols")).Code);
    }

    [Fact]
    public void Only_a_string_is_a_string() => Assert.Throws<BotyardException>(() => _request.GetString("whole"));

    [Fact]
    public void All_values_are_a_copy()
    {
        _request.Values()["limit"] = 6;
        Assert.Equal("5", _request.Values()["limit"]!.GetValue<string>());
    }
}
