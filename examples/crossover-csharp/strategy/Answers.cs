namespace Crossover;

/// <summary>The answer to /status.</summary>
public sealed record Status(
    string Symbol, int ShortPeriod, int LongPeriod, string? Since, string? Date, double? Price, double? ChangePct,
    double? ShortSma, double? LongSma, string? Side, long Observations, DatedSignal? LastSignal)
{
    public static Status Of(Record record) => new(
        record.Symbol, record.ShortPeriod, record.LongPeriod, record.Since, record.Date, record.Price,
        record.ChangePct, record.ShortSma, record.LongSma, record.Side, record.Observations,
        record.Signals.LastOrDefault());
}

/// <summary>The answer to /signals: the newest signals, newest first.</summary>
public sealed record Signals(IReadOnlyList<DatedSignal> Newest, long Total)
{
    [System.Text.Json.Serialization.JsonPropertyName("signals")]
    public IReadOnlyList<DatedSignal> Newest { get; init; } = Newest;

    public static Signals Of(Record record, long limit) =>
        new([.. record.Signals.Reverse().Take((int)Math.Clamp(limit, 0, 100))], record.Buys + record.Sells);
}

/// <summary>The answer to /performance: the result of trading every signal.</summary>
public sealed record Performance(
    string Symbol, long Buys, long Sells, long Trades, long Wins, double ReturnPct, Entry? Entry)
{
    public static Performance Of(Record record) => new(
        record.Symbol, record.Buys, record.Sells, record.Trades, record.Wins,
        Strategy.Rounded((record.Equity - 1) * 100, 3), record.Entry);
}
