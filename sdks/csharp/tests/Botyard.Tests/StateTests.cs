using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Botyard.Tests;

public sealed partial class StateTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("botyard-");

    public StateTests() => Environment.SetEnvironmentVariable("STATE_DIR", _folder.FullName);

    public void Dispose()
    {
        Environment.SetEnvironmentVariable("STATE_DIR", null);
        _folder.Delete(recursive: true);
    }

    [Fact]
    public void A_value_is_kept_as_one_file()
    {
        State.Set("Last price", new { price = 187.5 });
        Assert.Equal("""{"price":187.5}""", File.ReadAllText(At("%4cast%20price.json")));
        Assert.Equal(187.5, (double)State.Get("Last price")!["price"]!);
        Assert.Single(_folder.GetFiles());
    }

    [Fact]
    public void A_default_is_for_a_key_that_does_not_exist_and_not_for_a_stored_null()
    {
        Assert.Equal(7, State.Get("count", 7));
        State.Set<string?>("count", null);
        Assert.Null(State.Get<int?>("count", 7));
        Assert.Null(State.Get("count", (JsonNode)7));
    }

    [Fact]
    public void Keys_are_listed_by_their_bytes_and_deleted()
    {
        foreach (var key in (string[])["\uFF5E", "😀", "b", "a"]) State.Set(key, 1);
        Assert.Equal(["a", "b", "\uFF5E", "😀"], State.List());
        Assert.True(State.Delete("a"));
        Assert.False(State.Delete("a"));
        Assert.False(State.Exists("a"));
        Assert.True(State.Exists("b"));
        State.Clear();
        Assert.Empty(State.List());
    }

    [Fact]
    public void What_is_not_a_regular_file_is_no_key_and_stays()
    {
        File.WriteAllText(At("target"), "1");
        File.CreateSymbolicLink(At("link.json"), At("target"));
        Directory.CreateDirectory(At("folder.json"));
        File.WriteAllText(At(".tmp-a-0123456789abcdef"), "{");
        Assert.Empty(State.List());
        Assert.Equal(7, State.Get("link", 7));
        Assert.Equal(7, State.Get("folder", 7));
        Assert.False(State.Exists("link"));
        Assert.False(State.Delete("link"));
        State.Clear();
        Assert.Equal(4, _folder.GetFileSystemInfos().Length);
        State.Set("link", 2);
        Assert.Equal("1", File.ReadAllText(At("target")));
    }

    [Fact]
    public void A_value_that_cannot_be_written_leaves_no_file()
    {
        Directory.CreateDirectory(At("folder.json"));
        AssertRefused("state.write_failed", $"cannot change the state in {_folder.FullName}: EISDIR", () => State.Set("folder", 1));
        AssertRefused("state.invalid_value", null, () => State.Set<Action>("key", () => { }));
        Assert.Single(_folder.GetFileSystemInfos());
    }

    [Fact]
    public void A_file_that_is_not_JSON_is_corrupt_whatever_the_default_is()
    {
        File.WriteAllText(At("key.json"), "");
        AssertRefused("state.corrupt", $"the file of state key \"key\" is not valid JSON: {At("key.json")}", () => State.Get("key", 1));
        Assert.True(State.Exists("key"));
        State.Set("key", 1);
        AssertRefused("state.wrong_type", null, () => State.Get<string>("key"));
    }

    [Fact]
    public void A_state_directory_that_is_a_file_is_an_error_and_a_missing_one_is_empty()
    {
        Environment.SetEnvironmentVariable("STATE_DIR", At("a/../new/state"));
        Assert.Empty(State.List());
        State.Clear();
        Assert.Equal(1, State.Get("key", 1));
        Assert.Empty(_folder.GetFileSystemInfos());
        State.Set("key", 1);
        Assert.True(File.Exists(At("new/state/key.json")));
        Environment.SetEnvironmentVariable("STATE_DIR", At("new/state/key.json"));
        AssertRefused("state.read_failed", $"cannot read the state in {At("new/state/key.json")}: ENOTDIR", () => State.Get("key"));
        AssertRefused("state.write_failed", null, () => State.Set("key", 2));
    }

    [Fact]
    public void A_value_that_does_not_fit_its_type_is_refused_with_its_place()
    {
        State.Set("book", new { symbol = "AAPL", levels = new object[] { 1.0, 1.5 } });
        AssertRefused(
            "state.wrong_type",
            "the value of state key \"book\" is of another type: levels[1] must be an integer, got a number",
            () => State.Get<Book>("book"));
        File.WriteAllText(At("book.json"), """{"symbol":"AAPL","levels":[1.0,2e0]}""");
        Assert.Equal([1, 2], State.Get<Book>("book")!.Levels);
    }

    [Fact]
    public void Names_are_written_in_camel_case_and_read_as_they_were_written_before()
    {
        State.Set("book", new Book("AAPL", [1]));
        Assert.Equal("""{"symbol":"AAPL","levels":[1]}""", File.ReadAllText(At("book.json")));
        File.WriteAllText(At("book.json"), """{"Symbol":"MSFT","Levels":[2]}""");
        Assert.Equal("MSFT", State.Get<Book>("book")!.Symbol);
        File.WriteAllText(At("book.json"), """{"SYMBOL":"MSFT","Levels":[2]}""");
        AssertRefused("state.wrong_type", null, () => State.Get<Book>("book"));
    }

    [Fact]
    public void A_generated_form_is_no_default()
    {
        Assert.Null(State.Get("book", BookJson.Default.Book));
        State.Set("book", new Book("AAPL", [1]), BookJson.Default.Book);
        Assert.Equal("AAPL", State.Get("book", BookJson.Default.Book)?.Symbol);
        Assert.Equal("AAPL", State.Get("book", BookJson.Default.Book, new Book("MSFT", []))?.Symbol);
        // A literal null is the default and no form.
        Assert.Equal("AAPL", State.Get<Book>("book", null)?.Symbol);
        Assert.Null(State.Get<string>("absent", null));
    }

    [Fact]
    public void A_key_that_does_not_exist_is_null_as_a_nullable_type()
    {
        Assert.Null(State.Get<int?>("runs"));
        Assert.Equal(0, State.Get<int>("runs"));
        State.Set<int?>("runs", null);
        AssertRefused("state.wrong_type", null, () => State.Get("runs", 7));
    }

    internal sealed record Book(string Symbol, IReadOnlyList<int> Levels);

    [JsonSerializable(typeof(Book))]
    internal sealed partial class BookJson : JsonSerializerContext;

    private static void AssertRefused(string code, string? message, Action call)
    {
        var refused = Assert.Throws<BotyardException>(call);
        Assert.Equal((code, message ?? refused.Message), (refused.Code, refused.Message));
    }

    private string At(string name) => Path.Combine(_folder.FullName, name);
}
