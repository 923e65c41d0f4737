using System.Text;

namespace Botyard;

/// <summary>Keys of the state as names of files [ST-2, ST-3, ST-4].</summary>
internal static class StateKey
{
    private const int Longest = 200;
    private const string Suffix = ".json";
    private static readonly UTF8Encoding _strict = new(false, throwOnInvalidBytes: true);

    /// <summary>Encodes a key for its file name, without <c>.json</c>.</summary>
    /// <exception cref="BotyardException"><c>state.invalid_key</c></exception>
    internal static string Encode(string key)
    {
        if (key is null) throw Refused("null", "it is not a string");
        if (key.Length == 0) throw Refused("\"\"", "it is empty");
        var tooLong = $"it is longer than {Longest} characters when encoded";
        // The encoded form is never shorter than the key, so a long key is refused without encoding it.
        if (key.Length > Longest) throw Refused(Describe.Shown(key), tooLong);
        if (TryEncode(key) is not { } encoded)
        {
            throw Refused(Describe.Shown(key), "it contains a lone surrogate");
        }
        return encoded.Length <= Longest ? encoded : throw Refused(Describe.Shown(key), tooLong);
    }

    /// <summary>The name of the key's file.</summary>
    internal static string FileName(string encodedKey) => encodedKey + Suffix;

    /// <summary>The key of a file in the state directory, or null if the name is not that of a key.</summary>
    internal static string? OfFile(string name)
    {
        if (!name.EndsWith(Suffix, StringComparison.Ordinal)) return null;
        var encoded = name[..^Suffix.Length];
        if (encoded.Length is 0 or > Longest) return null;
        try
        {
            var key = _strict.GetString(Target.PercentDecoded(Encoding.UTF8.GetBytes(encoded)));
            return TryEncode(key) == encoded ? key : null;
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    private static string? TryEncode(string key)
    {
        var encoded = new StringBuilder();
        try
        {
            foreach (var value in _strict.GetBytes(key))
            {
                if (value is >= (byte)'a' and <= (byte)'z' or >= (byte)'0' and <= (byte)'9' or (byte)'_' or (byte)'-')
                {
                    encoded.Append((char)value);
                }
                else
                {
                    encoded.Append('%').Append(Convert.ToHexStringLower([value]));
                }
            }
        }
        catch (EncoderFallbackException)
        {
            return null;
        }
        return encoded.ToString();
    }

    private static BotyardException Refused(string shown, string reason) =>
        Failure.Of("state.invalid_key", ("key", shown), ("reason", reason));
}
