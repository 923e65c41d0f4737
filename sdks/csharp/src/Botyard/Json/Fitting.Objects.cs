using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <content>Objects.</content>
internal sealed partial class Fitting
{
    private void WriteObject(JsonNode value, JsonTypeInfo form)
    {
        var members = MembersOf(form, value);
        if (value is not JsonObject given) throw Refuse("an object", value);
        NodeWriting.Enter(writer);
        writer.WriteStartObject();
        var tag = form.PolymorphismOptions is { } choices ? WriteTag(given, choices, ref form) : null;
        if (tag != null) members = MembersOf(form, value);
        var named = members.NamedIn(given);
        var present = new HashSet<Members.Member>(ReferenceEqualityComparer.Instance);
        foreach (var (key, item) in given)
        {
            if (key == tag) continue;
            if (named.TryGetValue(key, out var member))
            {
                present.Add(member);
                writer.WritePropertyName(member.Property.Name);
                WriteAt(key, item, member.Wanted);
            }
            else
            {
                writer.WritePropertyName(key);
                NodeWriting.Write(writer, item);
            }
        }
        foreach (var member in members.All.Where(member => !present.Contains(member))) WriteMissing(member);
        writer.WriteEndObject();
    }

    private Members MembersOf(JsonTypeInfo form, JsonNode value)
    {
        var members = Members.Of(form);
        return members.WhyLost is { } reason ? throw Refuse("", value, new NotSupportedException(reason)) : members;
    }

    private void WriteMissing(Members.Member member)
    {
        if (member.Absence == Members.Absence.IsAllowed) return;
        if (member.Absence == Members.Absence.IsRefused) throw Missing(member.Property.Name, Expected(member.Wanted.Form));
        writer.WritePropertyName(member.Property.Name);
        if (member.Default is { } value) JsonSerializer.Serialize(writer, value, member.Wanted.Form);
        else writer.WriteNullValue();
    }

    /// <summary>Writes the name of the derived type first, where the library looks for it, and returns its key.</summary>
    private string? WriteTag(JsonObject given, JsonPolymorphismOptions choices, ref JsonTypeInfo form)
    {
        var key = choices.TypeDiscriminatorPropertyName;
        var tagged = choices.DerivedTypes.Where(one => one.TypeDiscriminator != null)
            .ToDictionary(one => one.TypeDiscriminator is string word ? Describe.Quoted(word) : $"{one.TypeDiscriminator}");
        var expected = $"one of {string.Join(", ", tagged.Keys)}";
        if (!given.TryGetPropertyValue(key, out var tag))
        {
            return tagged.Count > 0 && form.Type.IsAbstract ? throw Missing(key, expected) : null;
        }
        var text = JsonWriting.Text(tag);
        if (!tagged.TryGetValue(text, out var derived))
        {
            if (choices.IgnoreUnrecognizedTypeDiscriminators && !form.Type.IsAbstract) return null;
            _path.Add(key);
            throw Refuse(expected, tag);
        }
        form = form.Options.GetTypeInfo(derived.DerivedType);
        writer.WritePropertyName(key);
        writer.WriteRawValue(text, skipInputValidation: true);
        return key;
    }

    private MisfitException Missing(string key, string expected) =>
        new([.. _path, key], expected, null) { IsMissing = true };
}
