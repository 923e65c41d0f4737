using System.Text;
using System.Text.Json.Nodes;
using FsCheck;
using FsCheck.Fluent;

namespace Botyard.Tests;

public sealed class JsonTests
{
    [Fact]
    public void Every_text_comes_back_from_JSON() =>
        Prop.ForAll<string>(text => Unchanged(text ?? "")).QuickCheckThrowOnFailure();

    [Fact]
    public void Every_finite_double_comes_back_from_JSON() =>
        Prop.ForAll<double>(number => !double.IsFinite(number) || Read(Written(JsonValue.Create(number)))!.GetValue<double>().Equals(number))
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Any_bytes_are_read_or_refused()
    {
        static bool Holds(byte[] bytes)
        {
            try
            {
                JsonReading.Read(bytes);
            }
            catch (NoJsonException)
            {
                // Refused.
            }
            return true;
        }
        Prop.ForAll<byte[]>(bytes => Holds(bytes ?? [])).QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData("")]
    [InlineData("nul")]
    [InlineData("[1,]")]
    [InlineData("[1] // one")]
    [InlineData("1 2")]
    [InlineData("NaN")]
    [InlineData("1e400")]
    [InlineData("-1e999999999999")]
    [InlineData("\uFEFF{}")]
    [InlineData("\"a\nb\"")]
    [InlineData("\"\\ud800\"")]
    [InlineData("{\"\\udc00\":1}")]
    public void What_is_not_JSON_is_refused(string text) =>
        Assert.Throws<NoJsonException>(() => Read(Encoding.UTF8.GetBytes(text)));

    [Fact]
    public void The_last_of_equal_keys_wins() => Assert.Equal("{\"a\":2}", Again("{\"a\":1,\"a\":2}"));

    [Theory]
    [InlineData("9007199254740993")]
    [InlineData("123456789012345678901234567890")]
    [InlineData("0.1")]
    public void Numbers_keep_their_digits(string number) => Assert.Equal(number, Again(number));

    [Fact]
    public void The_position_of_an_error_is_told_without_the_text()
    {
        var refused = Assert.Throws<NoJsonException>(() => Read("{\n  \"key\": hush}"u8));
        Assert.Equal("invalid JSON at line 2, byte 10", refused.Message);
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_non_finite_number_is_written_as_null(double number)
    {
        Assert.Equal("[null]", Of(new[] { number }));
        Assert.Equal("[null]", Of(new[] { (float)number }));
        Assert.Equal("[null]", Of(new JsonArray(JsonValue.Create(number))));
        Assert.Equal("{\"a\":null}", Of(new Dictionary<string, object> { ["a"] = number }));
    }

    [Fact]
    public void Characters_are_written_as_themselves() =>
        Assert.Equal("[\"é€😀\u2028<>&'+\u007f\"]", Of(new[] { "é€😀\u2028<>&'+\u007f" }));

    [Fact]
    public void A_lone_surrogate_becomes_the_replacement_character() =>
        Assert.Equal("[\"a\uFFFDb\"]", Of(new[] { "a\ud800b" }));

    [Fact]
    public void Keys_that_become_equal_are_written_once() =>
        Assert.Equal("{\"\uFFFD\":2}", Of(new Dictionary<string, int> { ["\ud800"] = 1, ["\udc00"] = 2 }));

    [Fact]
    public void What_has_no_JSON_form_is_refused()
    {
        var cycle = new List<object>();
        cycle.Add(cycle);
        Assert.Throws<NoJsonException>(() => Of(cycle));
        Assert.Throws<NoJsonException>(() => Of<Action>(() => { }));
        Assert.Throws<NoJsonException>(() => Of(new Dictionary<int[], int> { [[1]] = 1 }));
    }

    [Fact]
    public void A_value_of_depth_64_is_written_and_read()
    {
        var text = new string('[', 64) + new string(']', 64);
        Assert.Equal(text, Again(text));
    }

    private static bool Unchanged(string text)
    {
        var value = JsonValue.Create(text);
        var read = Read(Written(value))!.GetValue<string>();
        return read == Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));
    }

    private static string Of<T>(T value) => Encoding.UTF8.GetString(JsonWriting.Write(value, JsonSettings.TypeInfo<T>));

    private static byte[] Written(JsonNode? value) => JsonWriting.Write(value);

    private static JsonNode? Read(ReadOnlySpan<byte> text) => JsonReading.Read(text);

    private static string Again(string text) => Encoding.UTF8.GetString(Written(Read(Encoding.UTF8.GetBytes(text))));
}
