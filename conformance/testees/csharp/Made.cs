using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Adapter;

/// <summary>Arguments of ops: JSON values, and values that JSON cannot represent.</summary>
internal static class Made
{
    /// <summary>Replaces `{$make: …}`, `{$var: …}` and `{$literal: …}` in an argument.</summary>
    internal static object? Of(JsonNode? given, Func<string, JsonNode?> kept) => given switch
    {
        JsonArray items when items.Any(IsSpecial) => items.Select(item => Of(item, kept)).ToList(),
        JsonObject { Count: 1 } single when single.First() is var (key, inner) && key.StartsWith('$') => key switch
        {
            "$literal" => inner?.DeepClone(),
            "$var" => kept(inner!.GetValue<string>())?.DeepClone(),
            "$make" when inner is JsonArray kind => Make(kind[0]!.GetValue<string>(), kind[1]!.GetValue<int>()),
            "$make" => Make(inner!.GetValue<string>(), 0),
            _ => given.DeepClone(),
        },
        JsonObject entries when entries.Any(entry => IsSpecial(entry.Value)) =>
            entries.ToDictionary(entry => entry.Key, entry => Of(entry.Value, kept)),
        _ => given?.DeepClone(),
    };

    /// <summary>Whether a value contains something that is not plain JSON.</summary>
    private static bool IsSpecial(JsonNode? given) => given switch
    {
        JsonArray items => items.Any(IsSpecial),
        JsonObject entries => entries.Any(entry => entry.Key.StartsWith('$') || IsSpecial(entry.Value)),
        _ => false,
    };

    private static object? Make(string kind, int size) => kind switch
    {
        "nan" => double.NaN,
        "infinity" => double.PositiveInfinity,
        "-infinity" => double.NegativeInfinity,
        "negative-zero" => -0.0,
        "lone-surrogate" => "a\ud800b",
        "surrogate-keys" => new JsonObject { ["\ud800"] = 1, ["\udc00"] = 2 },
        "function" => new Action(Console.WriteLine),
        "cycle" => Cycle(),
        "non-string-key" => new Dictionary<string[], int> { [["a", "b"]] = 1 },
        "deep" => Nested<List<object?>>(size, inner => inner is null ? new List<object?>() : [inner]),
        "deep-object" => Nested<Dictionary<string, object?>>(size, inner => inner is null ? new Dictionary<string, object?>() : new() { ["a"] = inner }),
        "long" => new string('x', size),
        "hooked" => new Hooked(),
        "failing-hook" => new FailingHook(),
        _ => throw new InvalidOperationException($"the adapter cannot make {kind}"),
    };

    private static List<object?> Cycle()
    {
        var cycle = new List<object?>();
        cycle.Add(cycle);
        return cycle;
    }

    private static T Nested<T>(int depth, Func<T?, T> wrap)
        where T : class
    {
        var value = wrap(null);
        for (; depth > 1; depth--) value = wrap(value);
        return value;
    }

    [JsonConverter(typeof(Hook))]
    private sealed class Hooked;

    [JsonConverter(typeof(BrokenHook))]
    private sealed class FailingHook;

    private sealed class Hook : JsonConverter<Hooked>
    {
        public override Hooked Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => new();

        public override void Write(Utf8JsonWriter writer, Hooked value, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, new { hooked = true }, options);
    }

    private sealed class BrokenHook : JsonConverter<FailingHook>
    {
        public override FailingHook Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => new();

        public override void Write(Utf8JsonWriter writer, FailingHook value, JsonSerializerOptions options) =>
            throw new InvalidOperationException("the hook fails");
    }
}
