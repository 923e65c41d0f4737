using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Botyard.Tests;

public sealed partial class QueryRequestTests
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
    public void All_parameters_are_read_as_a_type_also_from_texts()
    {
        var filter = Request("""{"limit":"5.0","symbols":"[\"AAPL\"]","side":"sell","live":"true","stop":"null","more":1}""").ParamsAs<Filter>();
        Assert.Equal((5, "AAPL", Side.Sell, true, null, "5"), (filter.Limit, filter.Symbols[0], filter.Side, filter.Live, filter.Stop, Request("""{"note":"5","limit":1,"symbols":[]}""").ParamsAs<Filter>().Note));
        Assert.Equal(1, Request("""{"a":"1"}""").ParamsAs<Dictionary<string, int>>()["a"]);
        Assert.Equal(5, Request("""{"limit":"5","symbols":[]}""").ParamsAs(FilterJson.Default.Filter).Limit);
    }

    [Theory]
    [InlineData("""{"limit":"1.5","symbols":[]}""", "parameter \"limit\" must be an integer, got \"1.5\"")]
    [InlineData("""{"limit":" 5","symbols":[]}""", "parameter \"limit\" must be an integer, got \" 5\"")]
    [InlineData("""{"limit":"\"5\"","symbols":[]}""", "parameter \"limit\" must be an integer, got \"\\\"5\\\"\"")]
    [InlineData("""{"symbols":[]}""", "parameter \"limit\" must be an integer, got nothing")]
    [InlineData("""{"limit":1,"symbols":"[\"a\",5]"}""", "parameter \"symbols[1]\" must be a string, got 5")]
    [InlineData("""{"limit":1,"symbols":[],"side":"hold"}""", "parameter \"side\" must be one of \"buy\", \"sell\", got \"hold\"")]
    [InlineData("""{"limit":1,"symbols":[],"note":5}""", "parameter \"note\" must be a string, got 5")]
    public void Parameters_that_do_not_fit_are_refused_with_their_place(string values, string message)
    {
        var refused = Assert.Throws<BotyardException>(() => Request(values).ParamsAs<Filter>());
        Assert.Equal($"query.invalid_param: {message}", $"{refused.Code}: {refused.Message}");
    }

    [Fact]
    public void A_parameter_that_does_not_fit_inside_is_refused_with_its_place()
    {
        var request = Request("""{"of":"[1,\"x\"]","a b":"x"}""");
        Assert.Equal("parameter \"of[1]\" must be an integer, got \"x\"", Assert.Throws<BotyardException>(() => request.Get<int[]>("of")).Message);
        Assert.Equal("parameter \"a b\" must be an integer, got \"x\"", Assert.Throws<BotyardException>(() => request.Get<int>("a b")).Message);
        Assert.Null(request.Get<int?>("absent"));
        Assert.Null(request.Get("absent", FilterJson.Default.Filter));
    }

    private static QueryRequest Request(string values) => new("/trades", JsonNode.Parse(values)!.AsObject());

    internal sealed record Filter(
        int Limit, string[] Symbols, Side Side = Side.Buy, bool Live = false, double? Stop = null, string? Note = null);

    [JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    [JsonSerializable(typeof(Filter))]
    internal sealed partial class FilterJson : JsonSerializerContext;

    [Fact]
    public void Only_a_string_is_a_string() => Assert.Throws<BotyardException>(() => _request.GetString("whole"));

    [Fact]
    public void All_values_are_a_copy()
    {
        _request.Values()["limit"] = 6;
        Assert.Equal("5", _request.Values()["limit"]!.GetValue<string>());
    }
}
