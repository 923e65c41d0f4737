using System.Reflection;
using System.Text.Json.Nodes;
using Botyard.Testing;

namespace Botyard.Tests;

/// <summary>The room <c>Testing</c>, by which a bot's author tests a bot without a platform.</summary>
public sealed class TestBotTests
{
    private static readonly TimeSpan _never = TimeSpan.MaxValue;

    [Fact]
    public void A_bot_in_a_test_gets_its_config_and_what_it_emits_is_there_as_values()
    {
        static void Look()
        {
            var input = Input.Parse();
            Bot.Metric("price", new { symbol = input.Config["symbol"], value = 187.5 });
            Log.Warn("slow");
            Log.Info("looked", new { bot = input.BotId });
            State.Set("looks", State.Get("looks", 0) + 1);
            Bot.SuccessWithData("looked", new { looks = State.Get("looks", 0) });
        }
        var now = new DateTimeOffset(2026, 11, 28, 10, 30, 0, 123, 456, TimeSpan.FromHours(1));
        using (var bot = new TestBot(new { symbol = "AAPL" }, id: "mine", now))
        {
            Assert.Null(bot.Result);
            Assert.Equal(0, bot.Run(Look));
            var at = "2026-11-28T09:30:00.123Z";
            Assert.Equal([new Metric("price", Object("""{"symbol":"AAPL","value":187.5}"""), at)], bot.Metrics);
            Assert.Equal(
                [new LogRecord("warn", "slow", null, at), new LogRecord("info", "looked", Object("""{"bot":"mine"}"""), at)],
                bot.Logs);
            Assert.Equal("""{"status":"success","message":"looked","data":{"looks":1}}""", bot.Result?.ToJsonString());
        }
        using var other = new TestBot();
        Assert.Null(other.Result);
        Assert.Empty(State.List());
    }

    [Fact]
    public void A_config_may_be_any_value_with_a_json_form()
    {
        using (new TestBot(new InputTests.Config("AAPL", 5)))
        {
            Assert.Equal(new InputTests.Config("AAPL", 5), Input.Parse<InputTests.Config>().Config);
        }
        using (new TestBot(Object("""{"limit":12345678901234567890}""")))
        {
            Assert.Equal("12345678901234567890", Query.GetConfig()["limit"]?.ToJsonString());
        }
        using (new TestBot())
        {
            Assert.Empty(Input.Parse().Config);
        }
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(60, 1)]
    [InlineData(61, 2)]
    [InlineData(180, 3)]
    public void A_bot_is_asked_to_stop_at_its_first_wait_or_after_the_time_that_a_test_gives(int seconds, int beats)
    {
        using var bot = new TestBot(stopAfter: TimeSpan.FromSeconds(seconds));
        var began = bot.Now;
        bot.Run(() =>
        {
            while (!Stop.Wait(TimeSpan.Zero))
            {
                Bot.Metric("beat", new { });
                Stop.Wait(TimeSpan.FromMinutes(1));
            }
        });
        Assert.Equal(beats, bot.Metrics.Count);
        Assert.Equal(seconds, (bot.Now - began).TotalSeconds);
        Assert.Equal((seconds - 1) / 60, (DateTimeOffset.Parse(bot.Metrics[^1].Timestamp, null) - began).Minutes);
        Assert.True(Stop.Wait(_never));
    }

    [Fact]
    public void A_wait_that_would_never_end_fails()
    {
        using var bot = new TestBot(stopAfter: _never);
        Assert.False(Stop.Wait(TimeSpan.FromHours(1)));
        var failure = Assert.Throws<InvalidOperationException>(() => Stop.Wait(_never));
        Assert.Equal("the bot would never be asked to stop, because stopAfter is TimeSpan.MaxValue", failure.Message);
    }

    [Fact]
    public void A_test_stops_a_bot_by_a_call_also_one_that_waits_for_its_token()
    {
        using var bot = new TestBot(stopAfter: _never);
        var exitCode = bot.Run(async () =>
        {
            var asked = new TaskCompletionSource();
            using var told = Stop.Token.Register(asked.SetResult);
            new Thread(bot.Stop).Start();
            await asked.Task;
            Log.Info($"stopped {await Stop.WaitAsync(TimeSpan.Zero)}");
        });
        Assert.Equal((0, "stopped True"), (exitCode, bot.Logs.Single().Message));
        Assert.True(Stop.Requested);
    }

    [Fact]
    public void A_callback_that_throws_when_the_bot_is_asked_to_stop_is_logged()
    {
        using var bot = new TestBot();
        Assert.Equal(0, bot.Run(() =>
        {
            using var broken = Stop.Token.Register(() => throw new InvalidOperationException("cannot cancel the order"));
            Assert.True(Stop.Wait(TimeSpan.FromSeconds(1)));
        }));
        Assert.Equal([("error", "cannot cancel the order")], bot.Logs.Select(log => (log.Level, log.Message)));
        using var ended = Stop.Token.Register(() => Log.Info("too late"));
        bot.Stop();
    }

    [Fact]
    public void Handlers_are_asked_and_cannot_change_the_state()
    {
        using var bot = new TestBot();
        State.Set("shares", 10);
        var exitCode = bot.Run(() =>
        {
            Query.Handler("/shares", async request =>
            {
                await Task.Yield();
                return State.Get("shares", 0) * request.GetInteger("times");
            });
            Query.Handler("/sell", request =>
            {
                State.Set("shares", 0);
                return 0;
            });
            Query.Run();
            State.Clear();
        });
        Assert.Equal(0, exitCode);
        Assert.Equal("""{"status":"ok","data":30}""", bot.Ask("/shares", new { times = "3" }).ToJsonString());
        Assert.Equal("query.invalid_param", (string?)bot.Ask("/shares", new { times = "x" })["code"]);
        Assert.Equal("query.params_not_object", (string?)bot.Ask("/shares", new[] { 3 })["code"]);
        Assert.Empty(bot.Logs);
        Assert.Equal("query.handler_failed", (string?)bot.Ask("/sell")["code"]);
        Assert.Equal("BotyardException", (string?)bot.Logs.Single().Data?["type"]);
        Assert.Contains("\"/sell\",\"/shares\"", bot.Ask("/buy").ToJsonString(), StringComparison.Ordinal);
        State.Set("shares", 11);
    }

    [Fact]
    public void Handlers_that_were_registered_outside_of_tests_answer_in_each()
    {
        Query.Handler("/registered/outside", _ => 1);
        using var bot = new TestBot();
        Query.Handler("/registered/inside", _ => 2);
        Assert.Equal(1, (int?)bot.Ask("/registered/outside")["data"]);
        Assert.Equal(2, (int?)bot.Ask("/registered/inside")["data"]);
        bot.Dispose();
        using var other = new TestBot();
        Assert.Equal("query.unknown_path", (string?)other.Ask("/registered/inside")["code"]);
    }

    [Fact]
    public void A_program_is_run_as_it_is_deployed()
    {
        var program = Assembly.Load("Botyard.TestBot");
        using var bot = new TestBot();
        Assert.Equal(0, bot.Run(program, "succeed"));
        Assert.Equal("done", (string?)bot.Result?["message"]);
        Assert.Equal(1, bot.Run(program, "fail"));
        Assert.Throws<InvalidOperationException>(() => bot.Run(program, "throw"));
        for (var run = 0; run < 2; run++)
        {
            Assert.Equal(0, bot.Run(program, "answer"));
            Assert.Equal("[10,20]", bot.Ask("/limits")["data"]?.ToJsonString());
        }
    }

    [Fact]
    public async Task Bots_of_tests_that_run_at_once_do_not_meet()
    {
        var found = await Task.WhenAll(Enumerable.Range(0, 8).Select(number => Task.Run(async () =>
        {
            using var bot = new TestBot(new { number }, stopAfter: _never);
            bot.Run(() =>
            {
                Query.Handler("/number", _ => number);
                Query.Run();
            });
            for (var turn = 0; turn < 20; turn++)
            {
                var mine = (int)Input.Parse().Config["number"]!;
                Bot.Metric("number", new { value = mine });
                State.Set("number", mine);
                await Stop.WaitAsync(TimeSpan.FromSeconds(1));
            }
            var emitted = bot.Metrics.Select(metric => (int)metric.Data["value"]!).Distinct().Single();
            return (emitted, State.Get("number", -1), (int)bot.Ask("/number")["data"]!, bot.Now.Second);
        })));
        Assert.Equal(Enumerable.Range(0, 8).Select(number => (number, number, number, 20)), found);
    }

    [Fact]
    public void A_thread_that_is_left_and_writes_leaves_no_files()
    {
        for (var turn = 0; turn < 30; turn++)
        {
            string folder;
            var thread = new Thread(() =>
            {
                for (var at = 0; ; at++)
                {
                    State.Set($"key-{at}", at);
                    Bot.Success($"{at}");
                }
            });
            using (var bot = new TestBot())
            {
                folder = Path.GetDirectoryName(Variables.ResultPath)!;
                bot.Run(thread.Start);
                while (bot.Result is null) Thread.Yield();
            }
            thread.Join();
            Assert.False(Directory.Exists(folder));
        }
    }

    [Fact]
    public void A_run_that_reports_nothing_has_no_result_also_after_one_that_did()
    {
        using var bot = new TestBot();
        bot.Run(() => Bot.Success("looked"));
        Assert.Equal("looked", (string?)bot.Result?["message"]);
        bot.Run(() => State.Set("runs", 2));
        Assert.Null(bot.Result);
        Assert.Equal(2, State.Get("runs", 0));
    }

    [Fact]
    public void Two_bots_cannot_be_in_use_in_one_test()
    {
        using (var bot = new TestBot())
        {
            var refused = Assert.Throws<InvalidOperationException>(() => new TestBot());
            Assert.Equal("another bot is in use in this test; dispose of it first", refused.Message);
            Assert.Throws<InvalidOperationException>(() => bot.Run(() => new TestBot().Dispose()));
        }
        using (new TestBot())
        {
            Assert.Equal("test-bot", Input.Parse().BotId);
        }
    }

    [Fact]
    public void A_bot_whose_config_has_no_json_form_is_not_entered()
    {
        Assert.Throws<ArgumentException>("config", () => new TestBot(new { broken = typeof(TestBot) }));
        using var bot = new TestBot();
        Assert.Throws<ArgumentException>("parameters", () => bot.Ask("/health", new { broken = typeof(TestBot) }));
        Assert.Equal(0, bot.Run(() => Log.Info("runs")));
    }

    [Fact]
    public void Afterwards_the_process_is_as_it_was_and_the_files_are_gone()
    {
        string folder;
        using (var bot = new TestBot())
        {
            State.Set("runs", 1);
            folder = Path.GetDirectoryName(Variables.ResultPath)!;
            Assert.True(Directory.Exists(folder));
        }
        Assert.False(Directory.Exists(folder));
        Assert.NotEqual(folder, Path.GetDirectoryName(Variables.ResultPath));
        Assert.False(Stop.Wait(TimeSpan.FromMilliseconds(1)));
    }

    private static JsonObject Object(string json) => JsonNode.Parse(json)!.AsObject();
}
