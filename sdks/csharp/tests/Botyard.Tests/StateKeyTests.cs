using FsCheck;
using FsCheck.Fluent;

namespace Botyard.Tests;

public sealed class StateKeyTests
{
    [Theory]
    [InlineData("closes", "closes")]
    [InlineData("Last price", "%4cast%20price")]
    [InlineData("é/..", "%c3%a9%2f%2e%2e")]
    public void A_key_is_encoded_for_its_file(string key, string encoded)
    {
        Assert.Equal(encoded, StateKey.Encode(key));
        Assert.Equal(key, StateKey.OfFile($"{encoded}.json"));
    }

    [Fact]
    public void Every_key_comes_back_from_its_file() =>
        Prop.ForAll<string>(key => IsRefusedOrKept(key ?? "")).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("A.json")]
    [InlineData("%41%.json")]
    [InlineData("%4C.json")]
    [InlineData("%61.json")]
    [InlineData("%ff.json")]
    [InlineData(".json")]
    [InlineData("a.txt")]
    public void Other_files_are_no_keys(string name) => Assert.Null(StateKey.OfFile(name));

    [Theory]
    [InlineData("", "invalid state key \"\": it is empty")]
    [InlineData(null, "invalid state key null: it is not a string")]
    public void An_invalid_key_is_refused(string? key, string message) =>
        Assert.Equal(message, Assert.Throws<BotyardException>(() => StateKey.Encode(key!)).Message);

    [Fact]
    public void A_lone_surrogate_is_no_key() =>
        Assert.Equal("state.invalid_key", Assert.Throws<BotyardException>(() => StateKey.Encode("\ud800")).Code);

    [Fact]
    public void A_key_has_at_most_200_characters_when_encoded()
    {
        Assert.Equal(200, StateKey.Encode(new string('a', 200)).Length);
        Assert.Throws<BotyardException>(() => StateKey.Encode(new string('a', 201)));
        Assert.Throws<BotyardException>(() => StateKey.Encode(new string('A', 67)));
    }

    private static bool IsRefusedOrKept(string key)
    {
        try
        {
            return StateKey.OfFile(StateKey.FileName(StateKey.Encode(key))) == key;
        }
        catch (BotyardException refused)
        {
            return refused.Code == "state.invalid_key";
        }
    }
}
