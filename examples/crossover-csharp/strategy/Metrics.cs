using System.Text.Json;

namespace Crossover;

/// <summary>The closing price of a day. `Time` is what the feed sends as its time, which can be anything.</summary>
public sealed record DailyClose(string Date, double Close, JsonElement Time = default)
{
    /// <summary>When it was published, if the feed says so; its date otherwise.</summary>
    public string PublishedAt => Time.ValueKind == JsonValueKind.String ? Time.GetString()! : Date;
}

/// <summary>The data of a `price` metric.</summary>
public sealed record Price(string Symbol, double Value, double ChangePct, string Time);

/// <summary>The data of an `sma` metric.</summary>
public sealed record Sma(
    string Symbol, double ShortSma, double LongSma, int ShortPeriod, int LongPeriod, string Time);

/// <summary>The data of a `signal` metric.</summary>
public sealed record Signal(
    string Type, string Symbol, double Price, double Confidence, string Reason, string Time);

/// <summary>A close with its averages.</summary>
public sealed record Measured(string Date, Price Price, Sma Sma);
