using System.Globalization;
using System.Text.Json;

namespace Botyard;

/// <summary>The time, as lines contain it.</summary>
internal static class Clock
{
    private const int Length = 24;
    private static readonly JsonEncodedText _timestamp = JsonEncodedText.Encode("timestamp");

    /// <summary>Writes the time in UTC as <c>YYYY-MM-DDThh:mm:ss.sssZ</c>, truncated [MET-3].</summary>
    internal static void Write(Utf8JsonWriter line)
    {
        // The format of round trips is quick and has seven fraction digits, of which three remain.
        Span<byte> quoted = stackalloc byte[Length + 5];
        var now = TestProcess.Current?.Bot.Now.UtcDateTime ?? DateTime.UtcNow;
        now.TryFormat(quoted[1..], out _, "O", CultureInfo.InvariantCulture);
        quoted[0] = (byte)'"';
        quoted[Length] = (byte)'Z';
        quoted[Length + 1] = (byte)'"';
        line.WritePropertyName(_timestamp);
        line.WriteRawValue(quoted[..(Length + 2)], skipInputValidation: true);
    }
}
