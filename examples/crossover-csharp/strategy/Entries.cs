namespace Crossover;

/// <summary>An open paper trade.</summary>
public sealed record Entry(string Date, double Price);

/// <summary>A signal with the date of its close.</summary>
public sealed record DatedSignal(
    string Date, string Type, string Symbol, double Price, double Confidence, string Reason)
{
    public static DatedSignal Of(string date, Signal signal) =>
        new(date, signal.Type, signal.Symbol, signal.Price, signal.Confidence, signal.Reason);
}
