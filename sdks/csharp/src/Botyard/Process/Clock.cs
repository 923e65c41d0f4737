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
        var format = "yyyy-MM-ddTHH:mm:ss.fffZ";
        DateTime.UtcNow.TryFormat(line.GetSpan(Length), out var written, format, CultureInfo.InvariantCulture);
        line.Advance(written);
    }
}
