using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Botyard.Tests;

/// <summary>JSON values that are read as types [JSON-19, JSON-20].</summary>
public sealed partial class TypedReadingTests
{
    [Theory]
    [InlineData("3.0", 3)]
    [InlineData("50e-1", 5)]
    [InlineData("-0.0", 0)]
    [InlineData("2147483647.00", int.MaxValue)]
    public void An_integer_is_read_in_any_notation(string json, int read) => Assert.Equal(read, Read<int>(json));

    [Fact]
    public void An_integer_is_read_in_any_notation_at_every_depth()
    {
        Assert.Equal([1, 2], Read<Dictionary<string, List<int?>>>("""{"a":[1.0,2e0]}""")!["a"]);
        Assert.Equal(3, Read<Position>("""{"symbol":"AAPL","legs":[{"price":1,"size":3.0}]}""")!.Legs[0].Size);
        Assert.Equal(ulong.MaxValue, Read<ulong>("1.8446744073709551615e19"));
    }

    [Theory]
    [InlineData(typeof(int), "1.5", "it must be an integer, got a number")]
    [InlineData(typeof(int), "true", "it must be an integer, got a boolean")]
    [InlineData(typeof(int), "null", "it must be an integer, got null")]
    [InlineData(typeof(int), "2147483648", "it must be an integer from -2147483648 to 2147483647, got a number")]
    [InlineData(typeof(byte), "256", "it must be an integer from 0 to 255, got a number")]
    [InlineData(typeof(byte), "\"1\"", "it must be an integer from 0 to 255, got a string")]
    [InlineData(typeof(long), "1e400000", "it must be an integer from -9223372036854775808 to 9223372036854775807, got a number")]
    [InlineData(typeof(long?), "5e-324", "it must be an integer, got a number")]
    [InlineData(typeof(double), "9007199254740993", "it must be a number that a double holds, got a number")]
    [InlineData(typeof(float), "1e300", "it must be a number that a float holds, got a number")]
    [InlineData(typeof(decimal), "1e30", "it must be a number that a decimal holds, got a number")]
    [InlineData(typeof(double), "\"5\"", "it must be a number, got a string")]
    [InlineData(typeof(bool), "1", "it must be true or false, got a number")]
    [InlineData(typeof(string), "5", "it must be a string, got a number")]
    [InlineData(typeof(int[]), "{}", "it must be an array, got an object")]
    [InlineData(typeof(int[]), "[1,null]", "[1] must be an integer, got null")]
    [InlineData(typeof(Dictionary<string, int>), "{\"a b\":\"x\"}", "[\"a b\"] must be an integer, got a string")]
    [InlineData(typeof(Side), "\"Buy\"", "it must be one of \"buy\", \"sell\", got a string")]
    [InlineData(typeof(Side), "0", "it must be one of \"buy\", \"sell\", got a number")]
    [InlineData(typeof(Level), "7", "it must be one of 0, 1, got a number")]
    [InlineData(typeof(Ordered), "{\"side\":\"SELL\"}", "side must be one of \"Buy\", \"Sell\", got a string")]
    [InlineData(typeof(DateOnly), "\"now\"", "it must be a date, got a string")]
    [InlineData(typeof(JsonObject), "[]", "it must be an object, got an array")]
    [InlineData(typeof(Position), "[]", "it must be an object, got an array")]
    [InlineData(typeof(Position), "{\"legs\":[]}", "symbol is missing")]
    [InlineData(typeof(Position), "{\"Symbol\":\"x\",\"legs\":[]}", "symbol is missing")]
    [InlineData(typeof(Position), "{\"symbol\":null,\"legs\":[]}", "symbol must be a string, got null")]
    [InlineData(typeof(Position), "{\"symbol\":\"x\",\"legs\":[{\"price\":1,\"size\":1},{\"price\":1}]}", "legs[1].size is missing")]
    [InlineData(typeof(Position), "{\"symbol\":\"x\",\"legs\":[null]}", "legs[0] must be an object, got null")]
    [InlineData(typeof(Position), "{\"symbol\":\"x\",\"legs\":[],\"stop\":\"none\"}", "stop must be a number, got a string")]
    [InlineData(typeof(Settings), "{\"least\":1}", "symbol is missing")]
    [InlineData(typeof(Settings), "{\"symbol\":\"x\"}", "least is missing")]
    [InlineData(typeof(Checked), "{\"least\":3,\"most\":2}", "it does not fit: 3 is above 2")]
    [InlineData(typeof(Upper), "\"a\"", "it does not fit: no capitals")]
    [InlineData(typeof(Order), "{\"price\":1}", "kind is missing")]
    [InlineData(typeof(Order), "{\"kind\":\"hold\"}", "kind must be one of \"buy\", \"sell\", got a string")]
    [InlineData(typeof(Order), "{\"price\":\"x\",\"kind\":\"sell\"}", "price must be a number, got a string")]
    public void A_value_that_does_not_fit_is_refused_with_its_place(Type type, string json, string reason)
    {
        var read = typeof(TypedReadingTests).GetMethod(nameof(RefusalAs), BindingFlags.NonPublic | BindingFlags.Static)!;
        Assert.Equal(reason, read.MakeGenericMethod(type).Invoke(null, [json]));
    }

    [Fact]
    public void A_member_may_be_missing_if_it_has_null_or_a_default()
    {
        var position = Read<Position>("""{"symbol":"AAPL","legs":[]}""")!;
        Assert.Equal((null, 1, null), (position.Stop, position.Factor, position.Note));
        var settings = Read<Settings>("""{"symbol":"AAPL","least":1}""")!;
        Assert.Equal((10, 0, "USD"), (settings.Most, settings.Offset, settings.Currency));
        Assert.Equal([1], settings.Steps);
    }

    [Fact]
    public void Values_that_fit_are_read()
    {
        Assert.Equal(Side.Sell, Read<Side>("\"sell\""));
        Assert.Equal(Level.High, Read<Level>("1.0"));
        Assert.Equal(Flags.A | Flags.B, Read<Flags>("3"));
        Assert.Equal(123456789012345680000d, Read<double>("123456789012345680000"));
        Assert.Equal(0.1m, Read<decimal>("0.1"));
        Assert.Equal(1e300, Read<double>("1e300"));
        Assert.Equal((Half)0.5, Read<Half>("0.5"));
        Assert.Equal(Flags.A, Read<Flags?>("1"));
        Assert.Equal(0.1f, Read<float>("0.1"));
        Assert.Null(Read<Notes>("""{"texts":[null,"a"]}""")!.Texts[0]);
        Assert.Equal(new Sell(2), Read<Order>("""{"price":2,"kind":"sell","more":1}"""));
        Assert.Equal(JsonValueKind.Null, Read<Any>("""{"value":null}""")!.Value.ValueKind);
        Assert.Equal("5", Read<Extended>("""{"a":1,"b":5}""")!.More!["b"].ToString());
        Assert.Equal(new DateOnly(2026, 11, 20), Read<DateOnly>("\"2026-11-20\""));
        Assert.Equal("A", Read<Upper>("\"A\"")!.Text);
    }

    [Fact]
    public void An_object_that_an_earlier_version_wrote_is_read_by_the_names_of_that_time()
    {
        var position = Read<Position>("""{"Symbol":"AAPL","Legs":[{"Price":1.5,"Size":2}],"Stop":9,"Factor":2,"Note":"n"}""")!;
        Assert.Equal("AAPL 2 9 2", $"{position.Symbol} {position.Legs[0].Size} {position.Stop} {position.Factor}");
        Assert.Equal("Size must be an integer from 0 to 255, got a number", RefusalAs<Leg>("""{"Price":1,"Size":-1}"""));
    }

    [Fact]
    public void The_options_of_a_generated_form_hold()
    {
        Assert.Equal("Symbol is missing", Refusal("""{"symbol":"AAPL","Shares":1}""", Plain.Default.Holding));
        Assert.Equal(1, Read("""{"Symbol":"AAPL","Shares":1.0}""", Plain.Default.Holding)!.Shares);
        Assert.Equal("Currency is missing", Refusal("""{"Symbol":"x","Shares":1}""", Plain.Default.Account));
        Assert.Equal(5, Read("""{"SYMBOL":"AAPL","shares":"5"}""", Lenient.Default.Holding)!.Shares);
        Assert.Equal("shares must be an integer, got a number", Refusal("""{"SYMBOL":"AAPL","shares":1.5}""", Lenient.Default.Holding));
    }

    [Fact]
    public void Words_of_a_type_do_not_quote_the_config()
    {
        var config = new JsonObject { ["least"] = 4711, ["most"] = 2 };
        var misfit = Assert.Throws<MisfitException>(() => TypedReading.Read(config, JsonSettings.TypeInfo<Checked>()));
        Assert.Equal("it does not fit", misfit.Reason(secret: config));
        Assert.Equal("it does not fit: 4711 is above 2", misfit.Reason());
    }

    [Fact]
    public void A_value_that_is_nested_too_deeply_is_refused()
    {
        JsonNode value = new JsonArray();
        for (var depth = 0; depth < 600; depth++) value = new JsonArray(value);
        Assert.Throws<MisfitException>(() => TypedReading.Read(value, JsonSettings.TypeInfo<Nest>()));
    }

    private static T? Read<T>(string json) => Read(json, JsonSettings.TypeInfo<T>());

    private static T? Read<T>(string json, JsonTypeInfo<T> form) => TypedReading.Read(JsonNode.Parse(json), form);

    private static string RefusalAs<T>(string json) => Refusal(json, JsonSettings.TypeInfo<T>());

    private static string Refusal<T>(string json, JsonTypeInfo<T> form) =>
        Assert.Throws<MisfitException>(() => Read(json, form)).Reason();

    internal sealed record Leg(double Price, byte Size);

    internal sealed record Position(string Symbol, IReadOnlyList<Leg> Legs, double? Stop, string? Note, int Factor = 1);

    internal sealed record Ordered([property: JsonConverter(typeof(JsonStringEnumConverter<Plainly>))] Plainly Side);

    internal enum Plainly
    {
        Buy,
        Sell,
    }

    internal sealed class Settings
    {
        public string Symbol { get; set; } = null!;

        public required int Least { get; set; }

        public int Most { get; set; } = 10;

        public int Offset { get; set; }

        public string Currency { get; init; } = "USD";

        public List<int> Steps { get; set; } = [1];

        public int Twice => 2 * Most;
    }

    internal sealed record Checked
    {
        public Checked(int least, int most)
        {
            if (least > most) throw new ArgumentException($"{least} is above {most}");
            (Least, Most) = (least, most);
        }

        public int Least { get; }

        public int Most { get; }
    }

    [JsonConverter(typeof(UpperConverter))]
    internal sealed record Upper(string Text);

    private sealed class UpperConverter : JsonConverter<Upper>
    {
        public override Upper Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.GetString() is { } text && text.All(char.IsAsciiLetterUpper) ? new Upper(text) : throw new JsonException("no capitals");

        public override void Write(Utf8JsonWriter writer, Upper value, JsonSerializerOptions options) => writer.WriteStringValue(value.Text);
    }

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
    [JsonDerivedType(typeof(Buy), "buy")]
    [JsonDerivedType(typeof(Sell), "sell")]
    internal abstract record Order;

    internal sealed record Buy(int Shares) : Order;

    internal sealed record Sell(double Price) : Order;

    internal sealed record Notes(string?[] Texts);

    internal sealed record Any(JsonElement Value);

    internal sealed class Extended
    {
        public int A { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? More { get; set; }
    }

    [SuppressMessage("Design", "CA1010", Justification = "It is a list.")]
    internal sealed class Nest : List<Nest>;

    internal sealed record Holding(string Symbol, int Shares);

    internal sealed record Account(string Symbol, int Shares)
    {
        public string Currency { get; init; } = "USD";
    }

    [JsonSerializable(typeof(Holding))]
    [JsonSerializable(typeof(Account))]
    internal sealed partial class Plain : JsonSerializerContext;

    [JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    [JsonSerializable(typeof(Holding))]
    internal sealed partial class Lenient : JsonSerializerContext;
}
