namespace Crossover;

/// <summary>The closing price of a day.</summary>
public sealed record DailyClose(string Date, double Close);

/// <summary>The data of a `price` metric.</summary>
public sealed record Price(string Symbol, double Value, double ChangePct);

/// <summary>The data of an `sma` metric.</summary>
public sealed record Sma(string Symbol, double ShortSma, double LongSma, int ShortPeriod, int LongPeriod);

/// <summary>The data of a `signal` metric.</summary>
public sealed record Signal(string Type, string Symbol, double Price, double Confidence, string Reason);

/// <summary>A close with its averages.</summary>
public sealed record Measured(string Date, Price Price, Sma Sma);
