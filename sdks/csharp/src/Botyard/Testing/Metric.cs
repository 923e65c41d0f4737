using System.Text.Json.Nodes;

namespace Botyard.Testing;

/// <summary>A metric that a bot in a test has emitted.</summary>
/// <param name="Type">Its name.</param>
/// <param name="Data">Its data.</param>
/// <param name="Timestamp">When, as RFC 3339 in UTC to the millisecond.</param>
/// <remarks>Two are equal if their data is equal as JSON.</remarks>
/// <example>
/// <code>
/// using var bot = new TestBot();
/// Bot.Metric("price", new { value = 187.5 });
/// var expected = new Metric("price", new JsonObject { ["value"] = 187.5 }, "2026-01-01T00:00:00.000Z");
/// Console.WriteLine(bot.Metrics[0] == expected); // True
/// </code>
/// </example>
public sealed record Metric(string Type, JsonObject Data, string Timestamp)
{
    /// <inheritdoc/>
    public bool Equals(Metric? other) => other is not null
        && (Type, Timestamp) == (other.Type, other.Timestamp) && JsonNode.DeepEquals(Data, other.Data);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Type, Timestamp);
}
