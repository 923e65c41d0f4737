namespace Botyard;

/// <summary>Writing to a descriptor of the system.</summary>
internal static class Descriptor
{
    /// <summary>A file that would grow beyond the limit of the process is an error, and no signal ends the process.</summary>
    static Descriptor() => _ = Libc.Signal(Libc.FileSizeLimit, Libc.Ignore);

    /// <summary>Writes all bytes; <paramref name="done"/> counts what has been written, also if the rest fails.</summary>
    /// <exception cref="SystemError">The system refuses.</exception>
    internal static unsafe void Write(int descriptor, ReadOnlySpan<byte> bytes, ref int done)
    {
        fixed (byte* start = bytes)
        {
            while (done < bytes.Length)
            {
                var written = Libc.Write(descriptor, start + done, bytes.Length - done);
                if (written >= 0) done += (int)written;
                else WaitOrThrow(descriptor, SystemError.Last());
            }
        }
    }

    private static void WaitOrThrow(int descriptor, SystemError error)
    {
        if (error.Number == SystemError.Interrupted) return;
        if (error.Number != SystemError.Again) throw error;
        // A process that shares the stream has made it non-blocking.
        var waiting = new Libc.PolledDescriptor { Descriptor = descriptor, Events = Libc.PollOut };
        _ = Libc.Poll(ref waiting, 1, -1);
    }
}
