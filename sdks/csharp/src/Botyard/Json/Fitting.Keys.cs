using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <content>Keys that are not texts.</content>
internal sealed partial class Fitting
{
    /// <summary>Refuses keys that the library would read as others, or several of them as one.</summary>
    private void CheckKeys(JsonObject entries, JsonTypeInfo form, Type type)
    {
        var one = form.Options.GetTypeInfo(type);
        if (!IsKnown(one)) return;
        var seen = new HashSet<object>();
        foreach (var (key, _) in entries)
        {
            var expected = Choices.Of(one) is { } choices ? choices.HasKey(key) ? null : choices.ExpectedOfKey
                : NumberForm.IsInteger(type) ? NumberForm.IsPlain(type, key) ? null : $"a key that is {NumberForm.Expected(type, "0")}"
                : seen.Add(ValueOf(key, one)) ? null
                : "a key that no other one equals";
            if (expected == null) continue;
            _path.Add(key);
            throw Refuse(expected, key);
        }
    }

    /// <summary>The value that the library makes of a key; the key itself if it will refuse it.</summary>
    private static object ValueOf(string key, JsonTypeInfo form)
    {
        if (form.Type == typeof(bool)) return key.ToUpperInvariant();
        try
        {
            var text = NumberForm.Knows(form.Type) ? key : Describe.Quoted(key);
            return JsonSerializer.Deserialize(text, form) ?? key;
        }
        catch (Exception refused) when (TypedReading.IsRefusal(refused))
        {
            return key;
        }
    }
}
