// The bot and its queries, run without a platform.

using System.Reflection;
using Botyard.Testing;
using Xunit;

public class BotTests
{
    [Fact]
    public void It_counts_its_runs()
    {
        using var bot = new TestBot(new { symbol = "AAPL" });
        Assert.Equal(0, bot.Run(Assembly.Load("__NAME__")));
        Assert.Equal(0, bot.Run(Assembly.Load("__NAME__")));
        Assert.Equal("""{"symbol":"AAPL","count":2}""", bot.Metrics[1].Data.ToJsonString());
        Assert.Equal("""{"status":"success","message":"looked at AAPL, run 2"}""", bot.Result?.ToJsonString());
        bot.Run(Assembly.Load("__NAME__-query"));
        Assert.Equal("""{"status":"ok","data":{"symbol":"AAPL","runs":2}}""", bot.Ask("/status").ToJsonString());
    }
}
