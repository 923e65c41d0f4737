using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Botyard;

/// <summary>The end of the process.</summary>
internal static class ProcessEnd
{
    private const int Turns = 16;
    private static readonly TimeSpan _turn = TimeSpan.FromMilliseconds(5);

    /// <summary>
    /// Flushes what the bot has printed and ends the process. A thread flushes, so that neither a lock nor a missing
    /// reader holds up the end [RES-18]. It is waited for in short turns: while the process is paused or gets no
    /// processor, none of them ends, and the thread loses no time.
    /// </summary>
    [DoesNotReturn]
    internal static void FlushAndExit(int exitCode)
    {
        try
        {
            var flushing = new Thread(FlushStreams) { IsBackground = true };
            flushing.Start();
            for (int turn = 0; turn < Turns && !flushing.Join(_turn); turn++)
            {
            }
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
