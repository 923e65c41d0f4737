using System.Buffers;
using System.Globalization;

namespace Botyard;

/// <summary>The time, as lines contain it.</summary>
internal static class Clock
{
    private const int Length = 24;

    /// <summary>Appends the time in UTC as <c>YYYY-MM-DDThh:mm:ss.sssZ</c>, truncated [MET-3].</summary>
    internal static void Write(IBufferWriter<byte> line)
    {
        // The format of round trips is quick and has seven fraction digits, of which three remain.
        Span<byte> whole = stackalloc byte[Length + 4];
        DateTime.UtcNow.TryFormat(whole, out _, "O", CultureInfo.InvariantCulture);
        whole[Length - 1] = (byte)'Z';
        line.Write(whole[..Length]);
    }
}
