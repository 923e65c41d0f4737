// The bot and its queries, run without a platform.

using System.Reflection;
using Botyard.Testing;
using Xunit;

public class BotTests
{
    [Fact]
    public void It_beats_until_it_is_asked_to_stop()
    {
        using var bot = new TestBot(new { symbol = "AAPL", interval_seconds = 5 }, stopAfter: TimeSpan.FromSeconds(10));
        bot.Run(Assembly.Load("__NAME__"));
        Assert.Equal(
            ["""{"symbol":"AAPL","count":1}""", """{"symbol":"AAPL","count":2}"""],
            bot.Metrics.Select(metric => metric.Data.ToJsonString()));
        bot.Run(Assembly.Load("__NAME__-query"));
        Assert.Equal("""{"status":"ok","data":{"symbol":"AAPL","beats":2}}""", bot.Ask("/status").ToJsonString());
    }
}
