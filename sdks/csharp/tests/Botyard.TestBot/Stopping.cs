using System.Runtime.InteropServices;
using Botyard;

/// <summary>Bots that are asked to stop; each says on standard error when the signal may come.</summary>
internal static class Stopping
{
    /// <summary>Waits in several threads and tasks at once, beside handlers of its own.</summary>
    internal static async Task WaitAsync()
    {
        using var first = PosixSignalRegistration.Create(PosixSignal.SIGTERM, _ => Log.Info("own handler"));
        var token = Stop.Token;
        using var later = PosixSignalRegistration.Create(PosixSignal.SIGTERM, _ => Log.Info("later handler"));
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Log.Info("exit hook");
        using var told = token.Register(() => Log.Info("token"));
        var waiting = Enumerable.Range(0, 3).Select(_ => Task.Run(() => Stop.Wait(TimeSpan.MaxValue))).ToList();
        waiting.Add(Stop.WaitAsync(TimeSpan.FromDays(60)));
        Log.Info("ready");
        await Task.WhenAll(waiting);
        Bot.Success($"{waiting.TrueForAll(one => one.Result)} {Stop.Requested} {Stop.Wait(TimeSpan.Zero)}");
    }

    /// <summary>Waits so often that signals arrive at every point of the waiting.</summary>
    internal static void WaitOften()
    {
        var deadline = DateTime.UtcNow.AddMinutes(1);
        var asked = Stop.Requested;
        Log.Info("ready");
        while (!asked && DateTime.UtcNow < deadline) asked = Stop.Wait(TimeSpan.FromMicroseconds(10));
        Bot.Success($"{asked}");
    }

    /// <summary>Waits beside a callback of the token that throws.</summary>
    internal static void WaitWithBrokenCallback()
    {
        using var first = Stop.Token.Register(() => Log.Info("first"));
        using var broken = Stop.Token.Register(() => throw new InvalidOperationException("cannot cancel the order"));
        using var last = Stop.Token.Register(() => Log.Info("last"));
        Log.Info("ready");
        var asked = Stop.Wait(TimeSpan.FromMinutes(1));
        while (!File.Exists("go")) Thread.Sleep(5);
        Bot.Success($"{asked}");
    }

    /// <summary>Uses nothing of <see cref="Stop"/>.</summary>
    internal static void Sleep()
    {
        Log.Info("ready");
        Thread.Sleep(Timeout.Infinite);
    }

    /// <summary>Answers a query that waits for the request to stop.</summary>
    internal static void Answer()
    {
        Query.Handler("/wait", async _ =>
        {
            Log.Info($"waiting {Stop.Requested}");
            return await Stop.WaitAsync(TimeSpan.FromMinutes(1));
        });
        Query.Run();
    }
}
