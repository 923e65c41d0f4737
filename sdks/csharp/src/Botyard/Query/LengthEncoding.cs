using System.Text;

namespace Botyard;

/// <summary>
/// Decodes the value of <c>Content-Length</c> for the library, which would also take a sign: what is not digits becomes a
/// text that it refuses with 400.
/// </summary>
internal sealed class LengthEncoding : ASCIIEncoding
{
    internal static readonly LengthEncoding Instance = new();

    public override int GetChars(ReadOnlySpan<byte> bytes, Span<char> chars)
    {
        // All zeros but the last digit go, because the library has room for 20 characters.
        var digits = bytes.IsEmpty ? bytes : bytes[(bytes.Length - 1 - bytes[..^1].TrimStart((byte)'0').Length)..];
        var isLength = !digits.IsEmpty && digits.Length < chars.Length && !digits.ContainsAnyExceptInRange((byte)'0', (byte)'9');
        return base.GetChars(isLength ? digits : "-"u8, chars);
    }
}
