namespace Botyard.Tests;

public sealed class InputTests : IDisposable
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

    private static void Given(string? id, string? config)
    {
        Environment.SetEnvironmentVariable("BOT_ID", id);
        Environment.SetEnvironmentVariable("BOT_CONFIG", config);
    }
}
