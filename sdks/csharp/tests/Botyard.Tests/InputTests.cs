using System.Text.Json;
using System.Text.Json.Serialization;

namespace Botyard.Tests;

public sealed partial class InputTests : IDisposable
{
    public void Dispose() => Given(null, null);

    [Theory]
    [InlineData("", "{", "input.missing_bot_id: BOT_ID is not set")]
    [InlineData("a", "", "input.missing_bot_config: BOT_CONFIG is not set")]
    [InlineData("a", "{\"key\":hush}", "input.invalid_bot_config: BOT_CONFIG is not valid JSON")]
    [InlineData("a", "[1]", "input.config_not_object: BOT_CONFIG must be a JSON object, got an array")]
    [InlineData("a", "null", "input.config_not_object: BOT_CONFIG must be a JSON object, got null")]
    public void An_input_that_cannot_be_used_is_refused(string id, string config, string expected)
    {
        Given(id, config);
        var refused = Assert.Throws<BotyardException>(() => Input.Parse());
        Assert.Equal(expected, $"{refused.Code}: {refused.Message}");
        Assert.DoesNotContain("hush", refused.ToString(), StringComparison.Ordinal);
        Assert.NotEmpty(refused.Next);
    }

    [Fact]
    public void Each_config_is_a_copy()
    {
        Given("bot 1", """{"limit":5}""");
        Input.Parse().Config["limit"] = 6;
        Assert.Equal(("bot 1", 5), (Input.Parse().BotId, (int)Input.Parse().Config["limit"]!));
    }

    [Fact]
    public void A_config_is_read_as_a_type()
    {
        Given("bot 1", """{"symbol":"AAPL","shares":5.0}""");
        var input = Input.Parse<Config>();
        Assert.Equal(("bot 1", new Config("AAPL", 5)), (input.BotId, input.Config));
        Assert.Equal(5, Input.Parse(ConfigJson.Default.Config).Config.Shares);
    }

    [Theory]
    [InlineData("""{"symbol":"hush","shares":"hush"}""", "shares must be an integer, got a string")]
    [InlineData("""{"shares":1}""", "symbol is missing")]
    [InlineData("""{"symbol":"hush","until":"hush"}""", "until must be a date, got a string")]
    public void A_config_that_does_not_fit_is_refused_without_being_quoted(string config, string reason)
    {
        Given("a", config);
        var refused = Assert.Throws<BotyardException>(() => Input.Parse<Config>());
        Assert.Equal($"input.wrong_type: the config does not fit its type: {reason}", $"{refused.Code}: {refused.Message}");
        Assert.DoesNotContain("hush", refused.ToString(), StringComparison.Ordinal);
    }

    internal sealed record Config(string Symbol, int Shares = 10, DateOnly? Until = null);

    [JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    [JsonSerializable(typeof(Config))]
    internal sealed partial class ConfigJson : JsonSerializerContext;

    private static void Given(string? id, string? config)
    {
        Environment.SetEnvironmentVariable("BOT_ID", id);
        Environment.SetEnvironmentVariable("BOT_CONFIG", config);
    }
}
