using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Nodes;

namespace Botyard.Testing;

/// <content>What the bot has in the place of streams, clock and signals.</content>
public sealed partial class TestBot
{
    private readonly Lock _lock = new();
    private readonly List<Metric> _metrics = [];
    private readonly List<LogRecord> _logs = [];

    [SuppressMessage("Reliability", "CA2213", Justification = "The bot's threads may still look at its token.")]
    private readonly CancellationTokenSource _stopping = new();

    private TimeSpan _left;

    /// <summary>What the bot has emitted so far, in order.</summary>
    /// <example>
    /// <code>
    /// using var bot = new TestBot();
    /// Bot.Metric("price", new { symbol = "AAPL", value = 187.5 });
    /// Console.WriteLine(bot.Metrics[0].Data.ToJsonString()); // {"symbol":"AAPL","value":187.5}
    /// </code>
    /// </example>
    public IReadOnlyList<Metric> Metrics
    {
        get
        {
            lock (_lock) return [.. _metrics];
        }
    }

    /// <summary>What the bot has logged so far, in order.</summary>
    /// <example>
    /// <code>
    /// using var bot = new TestBot();
    /// Log.Info("opened");
    /// Console.WriteLine(bot.Logs[0].Message); // opened
    /// </code>
    /// </example>
    public IReadOnlyList<LogRecord> Logs
    {
        get
        {
            lock (_lock) return [.. _logs];
        }
    }

    /// <summary>What the bot's clock shows.</summary>
    /// <example>
    /// <code>
    /// using var bot = new TestBot(stopAfter: TimeSpan.FromHours(1));
    /// Stop.Wait(TimeSpan.FromMinutes(1));
    /// Console.WriteLine(bot.Now.Minute); // 1
    /// </code>
    /// </example>
    public DateTimeOffset Now
    {
        get
        {
            lock (_lock) return field;
        }
        private set;
    }

    /// <summary>The handlers of this bot. Those that were registered outside of tests count for all.</summary>
    internal Registry Registry { get; } = new(Query.Registered);

    internal CancellationToken StopToken => _stopping.Token;

    /// <summary>Asks the bot to stop, as the platform does with SIGTERM; from any thread.</summary>
    /// <example>
    /// <code>
    /// using var bot = new TestBot();
    /// bot.Stop();
    /// Console.WriteLine(Stop.Requested); // True
    /// </code>
    /// </example>
    public void Stop() => Botyard.Stop.Cancel(_stopping);

    /// <summary>Moves the clock instead of waiting; returns whether the bot is to stop.</summary>
    internal bool Wait(TimeSpan time)
    {
        lock (_lock)
        {
            if (_stopping.IsCancellationRequested || time <= TimeSpan.Zero) return _stopping.IsCancellationRequested;
            var moved = time < _left ? time : _left;
            if (moved == TimeSpan.MaxValue)
            {
                throw new InvalidOperationException(
                    "the bot would never be asked to stop, because stopAfter is TimeSpan.MaxValue");
            }
            Now += moved;
            if (_left != TimeSpan.MaxValue) _left -= moved;
            if (_left > TimeSpan.Zero) return false;
        }
        Stop();
        return true;
    }

    /// <summary>Takes a line of a stream.</summary>
    internal void Take(ReadOnlySpan<byte> line)
    {
        var read = (JsonObject)JsonReading.Read(line)!;
        var data = (JsonObject?)read["data"];
        read.Remove("data");
        var timestamp = (string)read["timestamp"]!;
        lock (_lock)
        {
            if (read["_metric"] is { } type) _metrics.Add(new Metric((string)type!, data!, timestamp));
            else _logs.Add(new LogRecord((string)read["level"]!, (string)read["message"]!, data, timestamp));
        }
    }
}
