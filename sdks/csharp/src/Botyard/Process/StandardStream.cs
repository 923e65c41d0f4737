namespace Botyard;

/// <summary>
/// A standard stream, by its descriptor: a stream of the class library does not report a broken pipe.
/// </summary>
internal sealed class StandardStream(int descriptor)
{
    internal static readonly StandardStream Output = new(1);
    internal static readonly StandardStream Error = new(2);

    private static readonly TimeSpan _patience = TimeSpan.FromMilliseconds(20);
    private readonly Lock _lock = new();

    /// <summary>Whether the last write ended within a line.</summary>
    private bool _isTorn;

    /// <summary>Writes a line at once, apart from the lines of other threads [MET-1].</summary>
    /// <exception cref="SystemError">The stream cannot be written to.</exception>
    internal void Write(ReadOnlySpan<byte> line)
    {
        if (TestProcess.Current is { } test) test.Bot.Take(line);
        else lock (_lock) WriteWhole(line);
    }

    /// <summary>
    /// Writes a line of the SDK's own, if possible, and hardly waits for a thread that is writing [RES-18].
    /// </summary>
    internal void TryWrite(ReadOnlySpan<byte> line)
    {
        if (TestProcess.Current is { } test)
        {
            test.Bot.Take(line);
            return;
        }
        var taken = _lock.TryEnter(_patience);
        try
        {
            WriteWhole(line);
        }
        catch (SystemError)
        {
            // Nothing is left that could be told.
        }
        finally
        {
            if (taken) _lock.Exit();
        }
    }

    private void WriteWhole(ReadOnlySpan<byte> line)
    {
        // If an earlier line was cut off, this one starts on a new line.
        var whole = _isTorn ? [(byte)'\n', .. line] : line;
        var written = 0;
        try
        {
            Descriptor.Write(descriptor, whole, ref written);
        }
        finally
        {
            if (written > 0) _isTorn = written < whole.Length;
        }
    }
}
