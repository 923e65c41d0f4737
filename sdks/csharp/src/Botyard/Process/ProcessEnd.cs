using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Botyard;

/// <summary>The end of the process.</summary>
internal static class ProcessEnd
{
    private const int Turns = 16;
    private const int MostTurns = 100;
    private static readonly TimeSpan _turn = TimeSpan.FromMilliseconds(5);

    /// <summary>
    /// Flushes what the bot has printed and ends the process. A thread flushes, so that neither a lock nor a missing
    /// reader holds up the end [RES-18].
    /// </summary>
    [DoesNotReturn]
    internal static void FlushAndExit(int exitCode)
    {
        TestProcess.Current?.End(exitCode);
        try
        {
            var flushing = new Thread(FlushStreams) { IsBackground = true };
            flushing.Start();
            WaitFor(flushing);
        }
        catch (Exception refused) when (refused is OutOfMemoryException or ThreadStartException)
        {
            // No thread is left to flush with.
        }
        Exit(exitCode);
    }

    /// <summary>Ends the process at once: no <c>finally</c> block and no exit hook runs [RES-8].</summary>
    /// <remarks>The console flushes by itself; its first use would take longer than a one-shot query.</remarks>
    [DoesNotReturn]
    internal static void Exit(int exitCode)
    {
        Libc.Exit(exitCode);
        throw new UnreachableException();
    }

    /// <summary>
    /// Waits in short turns. While the process is paused or gets no processor, none of them ends, and a late one is not
    /// the last, so that the thread loses no time.
    /// </summary>
    private static void WaitFor(Thread flushing)
    {
        for (var turn = 1; turn <= MostTurns; turn++)
        {
            var began = Stopwatch.GetTimestamp();
            if (flushing.Join(_turn)) return;
            if (turn >= Turns && Stopwatch.GetElapsedTime(began) < 2 * _turn) return;
        }
    }

    private static void FlushStreams()
    {
        try
        {
            Console.Out.Flush();
            Console.Error.Flush();
        }
        catch (Exception)
        {
            // A bot may have replaced its streams by anything.
        }
    }
}
