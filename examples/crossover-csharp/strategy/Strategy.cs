using System.Globalization;

namespace Crossover;

/// <summary>
/// The computations of the bot, as pure functions. They follow ../../crossover.md exactly, so that bots in other
/// languages compute the same numbers.
/// </summary>
public static class Strategy
{
    /// <summary>Returns date, price and averages of the newest close; null if there is too little history.</summary>
    public static Measured? Measure(Settings settings, ReadOnlySpan<DailyClose> prices)
    {
        var (symbol, shorter, longer, _) = settings;
        if (prices.Length < longer) return null;
        var newest = prices[^longer..];
        var (previous, current) = (newest[^2].Close, newest[^1].Close);
        var change = (current - previous) / previous * 100;
        var time = newest[^1].PublishedAt;
        return new Measured(
            newest[^1].Date,
            new Price(symbol, Rounded(current, 2), Rounded(change, 3), time),
            new Sma(symbol, Average(newest[^shorter..]), Average(newest), shorter, longer, time));
    }

    /// <summary>Returns on which side the short average is of the long one; <paramref name="before"/> if equal.</summary>
    public static string? Side(Sma sma, string? before) =>
        sma.ShortSma.CompareTo(sma.LongSma) switch { > 0 => "above", < 0 => "below", _ => before };

    /// <summary>Returns the signal of a close at which the short average crossed to a side.</summary>
    public static Signal Signal(Measured measured, string side)
    {
        var (_, price, sma) = measured;
        var gap = Math.Abs(sma.ShortSma - sma.LongSma);
        var onePercent = sma.LongSma / 100;
        return new Signal(
            side == "above" ? "BUY" : "SELL",
            price.Symbol,
            price.Value,
            Rounded(Math.Min(0.95, gap / (gap + onePercent)), 2),
            $"SMA({sma.ShortPeriod}) crossed {side} SMA({sma.LongPeriod})",
            price.Time);
    }

    /// <summary>Rounds the exact value of a double, the middle away from zero.</summary>
    public static double Rounded(double x, int digits)
    {
        // Formatting uses the exact value, but rounds the middle to even on some systems. There, a neighbour decides.
        var doubled = Math.ScaleB(x, digits + 1);
        var isInTheMiddle = double.IsOddInteger(doubled);
        var decided = isInTheMiddle ? (x > 0 ? Math.BitIncrement(x) : Math.BitDecrement(x)) : x;
        var text = decided.ToString($"F{digits}", CultureInfo.InvariantCulture);
        // Adding zero turns -0.0 into 0.0.
        return double.Parse(text, CultureInfo.InvariantCulture) + 0.0;
    }

    private static double Average(ReadOnlySpan<DailyClose> closes)
    {
        var total = 0.0;
        foreach (var one in closes) total += one.Close;
        return Rounded(total / closes.Length, 4);
    }
}
