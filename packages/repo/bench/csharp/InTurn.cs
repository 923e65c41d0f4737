using System.Diagnostics;
using System.Text.Json;

/// <summary>Two sides that are timed in turn.</summary>
internal static class InTurn
{
    /// <summary>Prints the nanoseconds of each call on standard error.</summary>
    internal static void Run(int rounds, int calls, Action sdk, Action bare)
    {
        // The runtime compiles anew, with optimizations, what has run often: what is measured is a program that goes on.
        var warmUp = Stopwatch.StartNew();
        while (warmUp.Elapsed < TimeSpan.FromSeconds(1))
        {
            sdk();
            bare();
        }
        var (sdkTimes, bareTimes) = (new double[rounds], new double[rounds]);
        for (var at = 0; at < rounds; at++)
        {
            sdkTimes[at] = Time(calls, sdk);
            bareTimes[at] = Time(calls, bare);
        }
        Console.Error.WriteLine(JsonSerializer.Serialize(new { sdk = sdkTimes, bare = bareTimes }));
    }

    private static double Time(int calls, Action side)
    {
        var began = Stopwatch.GetTimestamp();
        for (var at = 0; at < calls; at++) side();
        return Stopwatch.GetElapsedTime(began).TotalNanoseconds / calls;
    }
}
