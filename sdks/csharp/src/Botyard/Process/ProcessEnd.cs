namespace Botyard;

/// <summary>The end of the process.</summary>
internal static class ProcessEnd
{
    private static readonly TimeSpan _patience = TimeSpan.FromMilliseconds(80);

    /// <summary>Ends the process at once: no <c>finally</c> block and no exit hook runs [RES-8].</summary>
    /// <remarks>
    /// What the bot has printed is flushed by a thread, so that neither a lock nor a missing reader holds up the end
    /// [RES-18].
    /// </remarks>
    [System.Diagnostics.CodeAnalysis.DoesNotReturn]
    internal static void Now(int exitCode)
    {
        try
        {
            var flushing = new Thread(FlushStreams) { IsBackground = true };
            flushing.Start();
            flushing.Join(_patience);
        }
        catch (Exception refused) when (refused is OutOfMemoryException or ThreadStartException)
        {
            // No thread is left to flush with.
        }
        Libc.Exit(exitCode);
        throw new System.Diagnostics.UnreachableException();
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
