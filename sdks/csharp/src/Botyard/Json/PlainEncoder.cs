using System.Text;
using System.Text.Encodings.Web;

namespace Botyard;

/// <summary>
/// Escapes what JSON requires and no more [JSON-2, JSON-3]: even the relaxed encoder of the library escapes some
/// characters above U+007F. Lone surrogates become U+FFFD [JSON-9].
/// </summary>
internal sealed unsafe class PlainEncoder : JavaScriptEncoder
{
    internal static readonly PlainEncoder Instance = new();

    public override int MaxOutputCharactersPerInputCharacter => 6;

    public override bool WillEncode(int unicodeScalar) => unicodeScalar is < 0x20 or '"' or '\\';

    public override int FindFirstCharacterToEncode(char* text, int textLength)
    {
        var characters = new ReadOnlySpan<char>(text, textLength);
        for (var at = 0; at < characters.Length; at++)
        {
            var character = characters[at];
            if (WillEncode(character)) return at;
            if (!char.IsSurrogate(character)) continue;
            if (Rune.DecodeFromUtf16(characters[at..], out _, out var length) != System.Buffers.OperationStatus.Done)
            {
                return at;
            }
            at += length - 1;
        }
        return -1;
    }

    public override bool TryEncodeUnicodeScalar(
        int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten)
    {
        var target = new Span<char>(buffer, bufferLength);
        var escape = unicodeScalar switch
        {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            < 0x20 => $"\\u{unicodeScalar:x4}",
            _ => new Rune(unicodeScalar).ToString(),
        };
        numberOfCharactersWritten = escape.Length;
        return escape.AsSpan().TryCopyTo(target);
    }
}
