using System.Text.Json.Nodes;

namespace Botyard.Testing;

/// <summary>A record of the log of a bot in a test.</summary>
/// <param name="Level"><c>debug</c>, <c>info</c>, <c>warn</c> or <c>error</c>.</param>
/// <param name="Message">What happened.</param>
/// <param name="Data">Details; null if none were given.</param>
/// <param name="Timestamp">When, as RFC 3339 in UTC to the millisecond.</param>
/// <remarks>Two are equal if their data is equal as JSON.</remarks>
/// <example>
/// <code>
/// using var bot = new TestBot();
/// Log.Warn("slow");
/// Console.WriteLine(bot.Logs[0] == new LogRecord("warn", "slow", null, "2026-01-01T00:00:00.000Z")); // True
/// </code>
/// </example>
public sealed record LogRecord(string Level, string Message, JsonObject? Data, string Timestamp)
{
    /// <inheritdoc/>
    public bool Equals(LogRecord? other) => other is not null
        && (Level, Message, Timestamp) == (other.Level, other.Message, other.Timestamp)
        && JsonNode.DeepEquals(Data, other.Data);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Level, Message, Timestamp);
}
