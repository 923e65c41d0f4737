using System.Numerics;
using System.Reflection;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Botyard.Tests;

/// <summary>Values that the library would change in silence: they are kept exactly or refused.</summary>
public sealed class LosslessTests
{
    private const string NoTuple = "a value tuple has no JSON form; use a record";

    [Theory]
    [InlineData("0")]
    [InlineData("-123456789012345678901234567890")]
    [InlineData("170141183460469231731687303715884105728")]
    public void A_big_integer_is_a_JSON_integer(string digits)
    {
        var integer = BigInteger.Parse(digits, null);
        Assert.Equal(digits, Written(integer));
        Assert.Equal($"{{\"many\":[{digits}]}}", Written(new { many = new[] { integer } }));
        Assert.Equal($"[{digits}]", Written(new JsonArray(JsonValue.Create(integer))));
        Assert.Equal(integer, Read<BigInteger>(digits));
        Assert.Equal(integer, Read<Dictionary<string, BigInteger?>>($"{{\"a\":{digits}}}")!["a"]);
    }

    [Fact]
    public void A_big_integer_is_read_in_any_notation_and_written_within_the_range_of_a_double()
    {
        Assert.Equal(BigInteger.Pow(10, 300), Read<BigInteger>("1e300"));
        Assert.Equal(15, Read<BigInteger>("1.5e1"));
        Assert.Equal("it must be an integer, got a number", Refusal<BigInteger>("1.5"));
        Assert.Equal("it must be an integer, got an object", Refusal<BigInteger>("{}"));
        var refused = Assert.Throws<NoJsonException>(() => Written(BigInteger.Pow(10, 309)));
        Assert.StartsWith("an integer beyond the range of a double has no JSON form; use a string", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_wide_integer_is_read_in_any_notation()
    {
        Assert.Equal(1, Read<Int128>("1.0"));
        Assert.Equal(Int128.MinValue, Read<Int128>("-170141183460469231731687303715884105728"));
        Assert.Equal(UInt128.MaxValue, Read<UInt128>("3402823669209384634633746074317682114550e-1"));
        Assert.Equal("it must be an integer that UInt128 holds, got a number", Refusal<UInt128>("-1"));
        Assert.Equal("it must be an integer that Int128 holds, got a number", Refusal<Int128>("1e39"));
    }

    [Fact]
    public void A_value_that_would_be_written_without_what_it_holds_is_refused()
    {
        Assert.StartsWith(NoTuple, Unwritten(("AAPL", 5)), StringComparison.Ordinal);
        Assert.StartsWith(NoTuple, Unwritten<object>(("AAPL", 5)), StringComparison.Ordinal);
        Assert.StartsWith(NoTuple, Unwritten(new JsonArray(JsonValue.Create(("AAPL", 5)))), StringComparison.Ordinal);
        Assert.Contains("Path: $.legs", Unwritten(new { legs = new[] { ("AAPL", 5) } }), StringComparison.Ordinal);
        Assert.StartsWith(
            "Closed has no JSON form, because it has no public properties; use a record, or mark its fields with [JsonInclude]",
            Unwritten(new Closed(5)),
            StringComparison.Ordinal);
        Assert.StartsWith("Vector3 has no JSON form", Unwritten(new Vector3(1, 2, 3)), StringComparison.Ordinal);
        Assert.StartsWith("IMarker has no JSON form", Unwritten<IMarker>(new Marked(5)), StringComparison.Ordinal);
        Assert.StartsWith(NoTuple, Assert.Throws<BotyardException>(() => Bot.Metric("m", new { t = (1, 2) })).InnerException?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_value_that_holds_nothing_is_an_empty_object()
    {
        Assert.Equal("{}", Written(new { }));
        Assert.Equal("""[{"Size":1}]""", Written(new JsonArray(JsonValue.Create(new Marked(1)))));
        Assert.Equal("{}", Written(new object()));
        Assert.Equal("{}", Written(new Nothing()));
        Assert.Equal("{}", Written(new Ignored { Seen = 5 }));
        Assert.Equal("""{"kind":"none"}""", Written<Choice>(new None()));
        Assert.Equal("""{"pair":null}""", Written(new Paired(null)));
        Assert.Equal("""{"x":5}""", Written(new Fields { X = 5 }));
        Assert.Equal(new Nothing(), Read<Nothing>("{}"));
        Assert.Equal(new None(), Read<Choice>("""{"kind":"none"}"""));
        Assert.Equal(5, Read<Fields>("""{"x":5}""").X);
    }

    [Theory]
    [InlineData(typeof((string, int)), "{}", "it does not fit: a value tuple has no JSON form; use a record")]
    [InlineData(typeof(List<(string, int)>), "[[1,2]]", "[0] does not fit: a value tuple has no JSON form; use a record")]
    [InlineData(typeof(Paired), "{\"pair\":{}}", "pair does not fit: a value tuple has no JSON form; use a record")]
    [InlineData(typeof(Complex), "{\"real\":1}", "it does not fit: Complex cannot be read; mark its constructor with [JsonConstructor], or use another type")]
    [InlineData(typeof(Price), "{\"amount\":1}", "it does not fit: Price cannot be read; mark its constructor with [JsonConstructor], or use another type")]
    [InlineData(typeof(List<Leg>), "[{\"size\":3},{}]", "[1].size is missing")]
    [InlineData(typeof(List<FixedLeg>), "[{},{\"size\":3}]", "[0].size is missing")]
    [InlineData(typeof(Leg?), "{\"size\":null}", "size must be an integer, got null")]
    [InlineData(typeof(Made), "{\"second\":2}", "first is missing")]
    [InlineData(typeof(Flags), "7", "it must be a combination of 0, 1, 2, got a number")]
    [InlineData(typeof(Flags), "255", "it must be a combination of 0, 1, 2, got a number")]
    [InlineData(typeof(Flags), "-1", "it must be a combination of 0, 1, 2, got a number")]
    [InlineData(typeof(Flags), "1e30", "it must be a combination of 0, 1, 2, got a number")]
    [InlineData(typeof(Flags), "\"A\"", "it must be a combination of 0, 1, 2, got a string")]
    [InlineData(typeof(Small), "257", "it must be a combination of 1, 2, got a number")]
    [InlineData(typeof(Named), "\"UP\"", "it must be a combination of \"up\", \"down\", got a string")]
    [InlineData(typeof(Named), "\" up\"", "it must be a combination of \"up\", \"down\", got a string")]
    [InlineData(typeof(Named), "\" 5\"", "it must be a combination of \"up\", \"down\", got a string")]
    [InlineData(typeof(Named), "\"2\"", "it must be a combination of \"up\", \"down\", got a string")]
    [InlineData(typeof(Named), "\"\"", "it must be a combination of \"up\", \"down\", got a string")]
    [InlineData(typeof(Named), "1", "it must be a combination of \"up\", \"down\", got a number")]
    [InlineData(typeof(Named), "true", "it must be a combination of \"up\", \"down\", got a boolean")]
    [InlineData(typeof(Dictionary<Side, int>), "{\"buy\":1,\"300\":2}", "[\"300\"] must be a key that is one of \"buy\", \"sell\", got a string")]
    [InlineData(typeof(Dictionary<Side, int>), "{\"BUY\":1}", "BUY must be a key that is one of \"buy\", \"sell\", got a string")]
    [InlineData(typeof(Dictionary<Level, int>), "{\"0\":1}", "[\"0\"] must be a key that is one of \"Low\", \"High\", got a string")]
    [InlineData(typeof(Dictionary<Named, int>), "{\"up,left\":1}", "[\"up,left\"] must be a key that is one of \"up\", \"down\", got a string")]
    [InlineData(typeof(Dictionary<byte, int>), "{\"1\":1,\"01\":2}", "[\"01\"] must be a key that is an integer from 0 to 255, got a string")]
    [InlineData(typeof(Dictionary<byte, int>), "{\"256\":2}", "[\"256\"] must be a key that is an integer from 0 to 255, got a string")]
    [InlineData(typeof(Dictionary<int, int>), "{\"-0\":2}", "[\"-0\"] must be a key that is an integer from -2147483648 to 2147483647, got a string")]
    [InlineData(typeof(Dictionary<double, int>), "{\"1.5\":1,\"1.50\":2}", "[\"1.50\"] must be a key that no other one equals, got a string")]
    [InlineData(typeof(Dictionary<bool, int>), "{\"true\":1,\"True\":2}", "True must be a key that no other one equals, got a string")]
    [InlineData(typeof(Dictionary<DateTime, int>), "{\"2026-11-20\":1,\"2026-11-20T00:00:00\":2}", "[\"2026-11-20T00:00:00\"] must be a key that no other one equals, got a string")]
    public void A_value_that_would_be_read_as_another_one_is_refused(Type type, string json, string reason)
    {
        var refusal = typeof(LosslessTests).GetMethod(nameof(Refusal), BindingFlags.NonPublic | BindingFlags.Static)!;
        Assert.Equal(reason, refusal.MakeGenericMethod(type).Invoke(null, [json]));
    }

    [Fact]
    public void A_missing_member_of_a_structure_has_the_default_of_its_constructor()
    {
        Assert.Equal(new Defaults(1, Side.Sell, Side.Buy), Read<Defaults>("{}"));
        Assert.Equal(new Defaults(2, Side.Buy, null), Read<Defaults>("""{"factor":2,"side":"buy","other":null}"""));
        Assert.Equal((3, 0), (Read<Set>("""{"first":3}""").First, Read<Set>("""{"first":3}""").Second));
        Assert.Equal(7, Read<Initial>("{}").Size);
        Assert.Equal(new Annotated(4), Read<Annotated>("""{"size":4}"""));
        Assert.Equal(new Leg(3), Read<Leg>("""{"Size":3}"""));
    }

    [Fact]
    public void A_combination_of_flags_is_read_as_it_is_written()
    {
        foreach (var flags in (Flags[])[Flags.None, Flags.A, Flags.B, Flags.A | Flags.B]) Assert.Equal(flags, Read<Flags>(Written(flags)));
        foreach (var flags in (Named[])[0, Named.Up, Named.Up | Named.Down])
        {
            Assert.Equal(flags, Read<Named>(Written(flags)));
            var keyed = new Dictionary<Named, int> { [flags] = 1 };
            Assert.Equal(keyed, Read<Dictionary<Named, int>>(Written(keyed)));
        }
        Assert.Equal(Flags.A | Flags.B, Read<Flags>("3.0"));
        Assert.Equal(Named.Up | Named.Down, Read<Named>("\"down,up\""));
        Assert.Equal((Signed)(-127), Read<Signed>("-127"));
        Assert.Equal(Wide.Top | Wide.One, Read<Wide>("9223372036854775809"));
    }

    [Fact]
    public void Keys_of_a_type_are_read_as_they_are_written()
    {
        var sides = new Dictionary<Side, int> { [Side.Buy] = 1, [Side.Sell] = 2 };
        Assert.Equal(sides, Read<Dictionary<Side, int>>(Written(sides)));
        var levels = new Dictionary<Level, int> { [Level.High] = 1 };
        Assert.Equal(levels, Read<Dictionary<Level, int>>(Written(levels)));
        var sizes = new Dictionary<long, int> { [long.MinValue] = 1, [0] = 2 };
        Assert.Equal(sizes, Read<Dictionary<long, int>>(Written(sizes)));
        var prices = new Dictionary<decimal, int> { [1.50m] = 1, [2m] = 2 };
        Assert.Equal(prices, Read<Dictionary<decimal, int>>(Written(prices)));
        var days = new Dictionary<DateOnly, bool> { [new DateOnly(2026, 11, 20)] = true };
        Assert.Equal(days, Read<Dictionary<DateOnly, bool>>(Written(days)));
        var ids = """{"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11":1}""";
        Assert.Equal(1, Read<Dictionary<Guid, int>>(ids)![Guid.Parse("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")]);
        var flags = new Dictionary<bool, int> { [true] = 1, [false] = 2 };
        Assert.Equal(flags, Read<Dictionary<bool, int>>(Written(flags)));
    }

    [Theory]
    [InlineData("9223372036854775808", 9223372036854775808d)]
    [InlineData("-18446744073709551616", -18446744073709551616d)]
    [InlineData("123456789012345683968", 123456789012345683968d)]
    [InlineData("9223372036854775808.0", 9223372036854775808d)]
    public void An_integer_that_a_double_holds_is_read_as_one(string json, double number)
    {
        Assert.Equal(number, Read<double>(json));
        Assert.Equal("it must be a number that a double holds, got a number", Refusal<double>("9223372036854775809"));
        Assert.Equal(9223372036854775808f, Read<float>("9223372036854775808"));
    }

    private static string Written<T>(T value) => Encoding.UTF8.GetString(JsonWriting.Write(value, JsonSettings.TypeInfo<T>));

    private static string Unwritten<T>(T value) => Assert.Throws<NoJsonException>(() => Written(value)).Message;

    private static T? Read<T>(string json) => TypedReading.Read(JsonNode.Parse(json), JsonSettings.TypeInfo<T>());

    private static string Refusal<T>(string json) => Assert.Throws<MisfitException>(() => Read<T>(json)).Reason();

    internal interface IMarker;

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
    [JsonDerivedType(typeof(None), "none")]
    internal abstract record Choice;

    internal sealed record None : Choice;

    internal sealed record Marked(int Size) : IMarker;

    internal sealed record Nothing;

    internal sealed record Paired((int, int)? Pair);

    internal sealed class Closed(int size)
    {
        internal int Size => size;
    }

    internal sealed class Ignored
    {
        [JsonIgnore]
        public int Seen { get; set; }
    }

    internal struct Fields
    {
        [JsonInclude]
        internal int X;
    }

    internal readonly struct Price(decimal amount)
    {
        public decimal Amount { get; } = amount;
    }

    internal readonly record struct Annotated
    {
        [JsonConstructor]
        public Annotated(int size) => Size = size;

        public int Size { get; }
    }

    internal record struct Leg(int Size);

    internal readonly record struct FixedLeg(int Size, string? Note);

    internal readonly record struct Defaults(int Factor = 1, Side Side = Side.Sell, Side? Other = Side.Buy, Guid Id = default);

    internal record struct Set
    {
        public int First { get; set; }

        public int Second { get; set; }
    }

    internal record struct Initial(int Size)
    {
        public Initial()
            : this(7)
        {
        }
    }

    internal struct Made(int first)
    {
        public int First { get; set; } = first;

        public int Second { get; set; } = 5;
    }

    [Flags]
    internal enum Small : byte
    {
        A = 1,
        B = 2,
    }

    [Flags]
    internal enum Signed : sbyte
    {
        A = 1,
        Top = -128,
    }

    [Flags]
    internal enum Wide : ulong
    {
        One = 1,
        Top = 1UL << 63,
    }

    [Flags]
    [JsonConverter(typeof(JsonStringEnumConverter<Named>))]
    internal enum Named
    {
        [JsonStringEnumMemberName("up")]
        Up = 1,
        [JsonStringEnumMemberName("down")]
        Down = 2,
    }
}
