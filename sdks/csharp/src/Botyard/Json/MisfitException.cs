using System.Text;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>The first part of a value that does not fit its type [JSON-20].</summary>
/// <param name="path">Its keys and indices.</param>
/// <param name="expected">What is expected there; empty if only <paramref name="cause"/> says what is wrong.</param>
/// <param name="found">What is there.</param>
/// <param name="cause">The refusal of the library, or of the type itself.</param>
internal sealed class MisfitException(IEnumerable<object> path, string expected, JsonNode? found, Exception? cause = null)
    : Exception(null, cause)
{
    private const int LongestKey = 100;
    private const int LongestReason = 1000;
    private const int ShortestSecret = 3;

    private readonly object[] _path = [.. path];

    /// <summary>Whether nothing is there.</summary>
    internal bool IsMissing { get; init; }

    /// <summary>How many keys and indices lead to the place.</summary>
    internal int Depth => _path.Length;

    /// <summary>The place, as in <c>legs[0].size</c>; empty for the value as a whole.</summary>
    internal string Place
    {
        get
        {
            var place = new StringBuilder();
            foreach (var step in _path)
            {
                if (step is int index) place.Append('[').Append(Describe.Number(index)).Append(']');
                else if (IsName((string)step)) place.Append('.').Append((string)step);
                else place.Append('[').Append(Describe.Quoted(Describe.Cut((string)step, LongestKey))).Append(']');
            }
            return place.ToString().TrimStart('.');
        }
    }

    /// <summary>What is expected there, for a sentence of the form "must be …".</summary>
    internal string Expected => expected.Length > 0 ? expected : Describe.Cut($"valid ({Words})", LongestReason);

    /// <summary>What is there, or <c>nothing</c>.</summary>
    internal string Found => IsMissing ? "nothing" : Describe.Shown(found);

    /// <summary>The library adds where it stands in a text that nobody has seen.</summary>
    private string Words => InnerException is { } refused ? refused.Message.Split(" Path: ")[0].Trim().TrimEnd('.') : "";

    /// <summary>The same at the same place, for another form of the value that is there.</summary>
    internal MisfitException Of(JsonNode given) => new(_path, expected, given, InnerException);

    /// <summary>Says what does not fit.</summary>
    /// <param name="secret">What must not be quoted: words that contain any part of it are left out [IN-5].</param>
    internal string Reason(JsonNode? secret = null)
    {
        var place = Depth == 0 ? "it" : Place;
        var reason = IsMissing ? $"{place} is missing"
            : expected.Length > 0 ? $"{place} must be {expected}, got {Describe.Kind(found)}"
            : Words.Length == 0 || TextsIn(secret).Any(text => Words.Contains(text, StringComparison.OrdinalIgnoreCase))
                ? $"{place} does not fit"
                : $"{place} does not fit: {Words}";
        return Describe.Cut(reason, LongestReason);
    }

    private static bool IsName(string key) =>
        key.Length > 0 && !char.IsAsciiDigit(key[0]) && key.All(one => one == '_' || char.IsLetterOrDigit(one));

    /// <summary>All that words might quote of a value.</summary>
    private static IEnumerable<string> TextsIn(JsonNode? value) => value switch
    {
        JsonObject entries => entries.SelectMany(entry => TextsIn(entry.Key).Concat(TextsIn(entry.Value))),
        JsonArray items => items.SelectMany(TextsIn),
        JsonValue one when one.TryGetValue(out string? text) => new[] { text.Trim(), Describe.Quoted(text.Trim())[1..^1] }
            .Where(form => form.Length >= ShortestSecret),
        JsonValue one when one.GetValueKind() == System.Text.Json.JsonValueKind.Number => TextsIn(one.ToJsonString()),
        _ => [],
    };
}
