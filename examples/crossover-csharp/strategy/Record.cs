using System.Text.Json;
using System.Text.Json.Nodes;

namespace Crossover;

/// <summary>The record that the bot keeps between looks; ../../crossover.md describes its fields.</summary>
public sealed record Record(int Format, string Symbol, int ShortPeriod, int LongPeriod)
{
    public const string Key = "crossover";

    /// <summary>The maximum number of new closes in one look. With more, the record begins afresh.</summary>
    public const int MostNewCloses = 300;

    private const int KeptSignals = 100;

    public string? Since { get; init; }
    public string? Date { get; init; }
    public long Observations { get; init; }
    public double? Price { get; init; }
    public double? ChangePct { get; init; }
    public double? ShortSma { get; init; }
    public double? LongSma { get; init; }
    public string? Side { get; init; }
    public long Buys { get; init; }
    public long Sells { get; init; }
    public IReadOnlyList<DatedSignal> Signals { get; init; } = [];
    public Entry? Entry { get; init; }
    public long Trades { get; init; }
    public long Wins { get; init; }
    public double Equity { get; init; } = 1;

    /// <summary>Returns the stored record, or a new one if there is none for these settings.</summary>
    public static Record Resume(Settings settings, JsonNode? stored)
    {
        var fresh = new Record(1, settings.Symbol, settings.ShortPeriod, settings.LongPeriod);
        if (stored is null) return fresh;
        var record = Read(stored);
        var isSame = (record.Symbol, record.ShortPeriod, record.LongPeriod)
            == (fresh.Symbol, fresh.ShortPeriod, fresh.LongPeriod);
        return isSame ? record : fresh;
    }

    /// <summary>Returns what is measured at the closes later than the stored date, or at least at the newest.</summary>
    public static IEnumerable<Measured> ToEmit(Settings settings, JsonNode? stored, DailyClose[] prices)
    {
        var last = (string?)stored?["date"];
        var old = prices.Count(price => string.CompareOrdinal(price.Date, last) <= 0);
        var first = Math.Min(Math.Max(old, settings.LongPeriod - 1), prices.Length - 1);
        return Enumerable.Range(first, prices.Length - first)
            .Select(newest => Strategy.Measure(settings, prices.AsSpan(0, newest + 1))!);
    }

    /// <summary>Takes all closes that are new, in order. There must be at least `LongPeriod` closes.</summary>
    /// <remarks>
    /// The record begins afresh with the newest close if the feed has begun a new lap or if there are too many new
    /// closes.
    /// </remarks>
    /// <returns>The record and the signals by the dates of their closes.</returns>
    public (Record Record, Dictionary<string, Signal> Signals) CatchUp(Settings settings, DailyClose[] prices)
    {
        var seen = prices.Count(price => string.CompareOrdinal(price.Date, Date) <= 0);
        var continues = Date != null && string.CompareOrdinal(prices[^1].Date, Date) >= 0 && seen >= LongPeriod;
        var record = continues ? this : Resume(settings, null);
        var signals = new Dictionary<string, Signal>();
        for (var end = continues ? seen + 1 : prices.Length; end <= prices.Length; end++)
        {
            (record, var signal) = record.Take(Strategy.Measure(settings, prices.AsSpan(0, end))!);
            if (signal != null) signals.Add(prices[end - 1].Date, signal);
        }
        return (record, signals);
    }

    /// <summary>Returns the record after one more close, and the signal of this close, if any.</summary>
    private (Record Record, Signal? Signal) Take(Measured measured)
    {
        var (date, price, sma) = measured;
        var side = Strategy.Side(sma, Side);
        var record = this with
        {
            Since = Since ?? date,
            Date = date,
            Observations = Observations + 1,
            Price = price.Value,
            ChangePct = price.ChangePct,
            ShortSma = sma.ShortSma,
            LongSma = sma.LongSma,
            Side = side,
        };
        if (side == null || Side == null || side == Side) return (record, null);
        var signal = Strategy.Signal(measured, side);
        var signals = Signals.Append(DatedSignal.Of(date, signal)).TakeLast(KeptSignals).ToList();
        return ((record with { Signals = signals }).Trade(date, signal), signal);
    }

    /// <summary>Returns the record after a paper trade: a BUY opens a trade, a SELL closes it.</summary>
    private Record Trade(string date, Signal signal)
    {
        if (signal.Type == "BUY") return this with { Buys = Buys + 1, Entry = new Entry(date, signal.Price) };
        var sold = this with { Sells = Sells + 1, Entry = null };
        if (Entry == null) return sold;
        return sold with
        {
            Trades = Trades + 1,
            Wins = Wins + (signal.Price > Entry.Price ? 1 : 0),
            Equity = Equity * (signal.Price / Entry.Price),
        };
    }

    private static Record Read(JsonNode stored)
    {
        try
        {
            if (stored.Deserialize(Json.Default.Record) is { Format: 1 } record) return record;
        }
        catch (JsonException)
        {
            // It has other fields.
        }
        throw new InvalidDataException(
            $"the state key \"{Key}\" does not contain a crossover record: delete it to begin afresh");
    }
}
