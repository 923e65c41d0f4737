using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>Values in the words of messages.</summary>
internal static class Describe
{
    private const int Longest = 100;

    /// <summary>Cuts a text after a number of code points and marks the cut with <c>…</c>.</summary>
    internal static string Cut(string text, int length = Longest)
    {
        if (text.Length <= length) return text;
        var at = 0;
        for (; length > 0 && at < text.Length; length--) at += char.IsSurrogatePair(text, at) ? 2 : 1;
        return at < text.Length ? string.Concat(text.AsSpan(0, at), "…") : text;
    }

    /// <summary>The JSON text of a string, cut.</summary>
    internal static string Shown(string text) => Cut(Quoted(text));

    /// <summary>The JSON text of a string.</summary>
    internal static string Quoted(string text) => Encoding.UTF8.GetString(JsonWriting.Quote(text));

    /// <summary>The JSON text of a value, cut.</summary>
    internal static string Shown(JsonNode? value) => Cut(Encoding.UTF8.GetString(JsonWriting.Write(value)));

    /// <summary>A number in plain digits.</summary>
    internal static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    /// <summary>The kind of a JSON value: <c>an array</c>, <c>null</c> …</summary>
    internal static string Kind(JsonNode? value) => value?.GetValueKind() switch
    {
        null or JsonValueKind.Null => "null",
        JsonValueKind.True or JsonValueKind.False => "a boolean",
        JsonValueKind.Number => "a number",
        JsonValueKind.String => "a string",
        JsonValueKind.Array => "an array",
        _ => "an object",
    };

    /// <summary>The kind of the value that a JSON text contains.</summary>
    internal static string KindOfText(ReadOnlySpan<byte> text) => text.IsEmpty ? "nothing" : text[0] switch
    {
        (byte)'{' => "an object",
        (byte)'[' => "an array",
        (byte)'"' => "a string",
        (byte)'n' => "null",
        (byte)'t' or (byte)'f' => "a boolean",
        _ => "a number",
    };
}
