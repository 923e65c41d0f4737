using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.CompilerServices;
using Botyard.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Botyard.Tests;

/// <summary>How a program of a bot in a test ends, and what is left of it.</summary>
public sealed class TestBotEndTests
{
    [Fact]
    public void Error_ends_the_program_and_not_the_test()
    {
        using var bot = new TestBot();
        Assert.Equal(1, bot.Run(() =>
        {
            Bot.Error("no price");
            Bot.Metric("price", new { });
        }));
        Assert.Empty(bot.Metrics);
        Assert.Equal("""{"status":"error","message":"no price"}""", bot.Result?.ToJsonString());
        Assert.Equal([("error", "no price")], bot.Logs.Select(log => (log.Level, log.Message)));
        Assert.Equal(1, bot.Run(() => Task.WhenAll(Task.Run(() => Bot.Error("a task")))));
        Assert.Equal("a task", (string?)bot.Result?["message"]);
        Bot.Metric("after", new { });
        Assert.Equal(0, bot.Run(() => Task.CompletedTask));
    }

    [Fact]
    public void A_program_that_catches_everything_is_ended_all_the_same()
    {
        using var bot = new TestBot(stopAfter: TimeSpan.MaxValue);
        Assert.Equal(1, bot.Run(() =>
        {
            while (!Stop.Requested)
            {
                try
                {
                    Bot.Error("first");
                }
                catch (Exception failure)
                {
                    Bot.Error(failure.Message);
                }
            }
        }));
        Assert.Equal("first", (string?)bot.Result?["message"]);
        Assert.Equal("first", bot.Logs.Single().Message);
    }

    [Fact]
    public void Error_in_a_task_or_thread_that_the_program_does_not_wait_for_ends_it()
    {
        using var bot = new TestBot();
        Assert.Equal(1, bot.Run(async () =>
        {
            _ = Task.Run(() => Bot.Error("a task"));
            await Task.Delay(Timeout.Infinite);
        }));
        Assert.Equal("a task", (string?)bot.Result?["message"]);
        Assert.Equal(1, bot.Run(() =>
        {
            new Thread(() => Bot.Error("a thread")).Start();
            Thread.Sleep(Timeout.Infinite);
        }));
        Assert.Equal("a thread", (string?)bot.Result?["message"]);
        Assert.Equal(1, bot.Run(Assembly.Load("Botyard.TestBot"), "fail-in-a-task"));
        Assert.Equal(["a task", "a thread", "in a task"], bot.Logs.Select(log => log.Message));
    }

    [Fact]
    public void Error_in_a_service_of_a_host_ends_the_program()
    {
        using var bot = new TestBot(stopAfter: TimeSpan.MaxValue);
        var exitCode = bot.Run(async () =>
        {
            var builder = Host.CreateApplicationBuilder();
            builder.Logging.ClearProviders().AddBotyard();
            builder.Services.AddHostedService<Worker>();
            await builder.Build().RunAsync(Stop.Token);
        });
        Assert.Equal(1, exitCode);
        Assert.Equal("""{"status":"error","message":"no price","data":{"symbol":"AAPL"}}""", bot.Result?.ToJsonString());
        Assert.False(Stop.Requested);
    }

    [Fact]
    public void A_program_has_left_its_blocks_when_it_has_ended()
    {
        using var bot = new TestBot();
        var left = false;
        bot.Run(async () =>
        {
            try
            {
                await Task.Run(() => Bot.Error("no price"));
            }
            finally
            {
                left = true;
            }
        });
        Assert.True(left);
    }

    [Fact]
    public async Task What_a_program_throws_after_its_end_fails_no_other_test()
    {
        var unobserved = new ConcurrentQueue<(Type Failure, bool IsObserved)>();
        EventHandler<UnobservedTaskExceptionEventArgs> watch = (_, left) =>
            unobserved.Enqueue((left.Exception.InnerExceptions[0].GetType(), left.Observed));
        TaskScheduler.UnobservedTaskException += watch;
        var thrown = new WeakReference(LeaveOne());
        while (thrown.IsAlive || !unobserved.Any(one => one.Failure == typeof(EndedException)))
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            await Task.Yield();
        }
        TaskScheduler.UnobservedTaskException -= watch;
        Assert.DoesNotContain(unobserved, one => one.Failure == typeof(TimeZoneNotFoundException));
        Assert.All(unobserved.Where(one => one.Failure == typeof(EndedException)), one => Assert.True(one.IsObserved));
    }

    [Fact]
    public void What_a_program_throws_reaches_the_test()
    {
        using var bot = new TestBot();
        Action fails = () => throw new KeyNotFoundException("no such symbol");
        Assert.Throws<KeyNotFoundException>(() => bot.Run(fails));
        Assert.Throws<KeyNotFoundException>(() => bot.Run(() => Task.Run(fails)));
        Assert.Throws<ArgumentException>("program", () => bot.Run(typeof(Bot).Assembly));
    }

    [Fact]
    public void The_threads_of_a_bot_belong_to_its_test_and_end_with_it()
    {
        Exception? caught = null;
        var thread = new Thread(() =>
        {
            Log.Info("begun");
            try
            {
                while (!Stop.Requested) Thread.Yield();
            }
            catch (Exception ended)
            {
                caught = ended;
                // Nothing catches this.
                throw;
            }
        });
        using (var bot = new TestBot(stopAfter: TimeSpan.MaxValue))
        {
            bot.Run(thread.Start);
            while (bot.Logs.Count == 0) Thread.Yield();
        }
        thread.Join();
        Assert.Equal("the bot of this test has ended", caught?.Message);
    }

    /// <summary>Runs a program that throws after its end, and returns what it throws.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TimeZoneNotFoundException LeaveOne()
    {
        using var bot = new TestBot();
        var failure = new TimeZoneNotFoundException("left");
        using var thrown = new ManualResetEventSlim();
        var returned = new TaskCompletionSource();
        bot.Run(async () =>
        {
            _ = Task.Run(() => Bot.Error("no price"));
            await returned.Task;
            thrown.Set();
            throw failure;
        });
        returned.SetResult();
        thrown.Wait();
        return failure;
    }

    private sealed class Worker : BackgroundService
    {
        protected override async Task ExecuteAsync(CancellationToken stoppingToken)
        {
            await Task.Yield();
            Bot.ErrorWithData("no price", new { symbol = "AAPL" });
        }
    }
}
