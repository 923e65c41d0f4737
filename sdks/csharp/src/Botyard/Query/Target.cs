using System.Text;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>The target of an HTTP request: its path and its query string.</summary>
internal static class Target
{
    /// <summary>Splits a target into its path, decoded once, and its query string without <c>?</c>.</summary>
    internal static (string Path, string Query) Split(string target)
    {
        // The library keeps each byte of the target in a character of its own.
        var (whole, query) = target.IndexOf('?', StringComparison.Ordinal) is >= 0 and var mark
            ? (target[..mark], target[(mark + 1)..])
            : (target, "");
        return (Decoded(Encoding.Latin1.GetBytes(WithoutHost(whole))), query);
    }

    /// <summary>Parses a query string as <c>URLSearchParams</c> does; the last of a repeated name wins .</summary>
    internal static JsonObject Parameters(string query)
    {
        var parameters = new JsonObject();
        foreach (var pair in query.Replace('+', ' ').Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            var halves = pair.Split('=', 2);
            var value = halves.Length > 1 ? halves[1] : "";
            parameters[Decoded(Encoding.Latin1.GetBytes(halves[0]))] = Decoded(Encoding.Latin1.GetBytes(value));
        }
        return parameters;
    }

    /// <summary>Percent-decodes once and never fails: a <c>%</c> without two hex digits stays .</summary>
    internal static byte[] PercentDecoded(ReadOnlySpan<byte> text)
    {
        var decoded = new List<byte>(text.Length);
        for (var at = 0; at < text.Length; at++)
        {
            var isEscape = text[at] == '%' && at + 2 < text.Length
                && char.IsAsciiHexDigit((char)text[at + 1]) && char.IsAsciiHexDigit((char)text[at + 2]);
            decoded.Add(isEscape ? Convert.FromHexString([(char)text[at + 1], (char)text[at + 2]])[0] : text[at]);
            if (isEscape) at += 2;
        }
        return [.. decoded];
    }

    private static string Decoded(ReadOnlySpan<byte> text) => Encoding.UTF8.GetString(PercentDecoded(text));

    private static string WithoutHost(string target)
    {
        if (target.StartsWith('/')) return target;
        var host = target.IndexOf("://", StringComparison.Ordinal);
        if (host < 0) return target;
        var path = target.IndexOf('/', host + 3);
        return path < 0 ? "/" : target[path..];
    }
}
