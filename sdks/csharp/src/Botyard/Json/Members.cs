using System.Runtime.CompilerServices;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>What a value is read as.</summary>
/// <param name="Form">The form of its type.</param>
/// <param name="HasNull">Whether it may be null, if it is a reference.</param>
/// <param name="Numbers">How numbers may be written.</param>
/// <param name="Annotations">What the declaration says of its items.</param>
internal readonly record struct Wanted(
    JsonTypeInfo Form, bool HasNull, JsonNumberHandling Numbers, Annotations Annotations)
{
    /// <summary>A value as a whole, whose type always has null if it is a reference.</summary>
    internal static Wanted Whole(JsonTypeInfo form) =>
        new(form, true, form.NumberHandling ?? form.Options.NumberHandling, Annotations.Unknown);
}

/// <summary>The members of an object that the library reads.</summary>
internal sealed class Members
{
    private static readonly ConditionalWeakTable<JsonTypeInfo, Members> _known = [];

    private readonly Dictionary<string, Member> _named;
    private readonly Dictionary<string, Member> _namedEarlier;
    private readonly HashSet<string> _renamed = [];

    private Members(JsonTypeInfo form)
    {
        _named = new(form.Options.PropertyNameCaseInsensitive ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        WhyLost = Lossy.WhenRead(form, property => IsRead(property, form));
        var initial = new Lazy<object?>(() => form.CreateObject?.Invoke());
        foreach (var property in form.Properties.Where(property => IsRead(property, form)))
        {
            var (absence, value) = WhenMissing(property, form, initial);
            _named[property.Name] = new Member(property, WantedFor(property, form), absence, value);
        }
        _namedEarlier = new(_named, _named.Comparer);
        foreach (var member in _named.Values)
        {
            var isRenamed = JsonSettings.EarlierName(member.Property) is { } earlier && _namedEarlier.TryAdd(earlier, member);
            if (isRenamed) _renamed.Add(member.Property.Name);
        }
    }

    /// <summary>What happens to a member that is missing.</summary>
    internal enum Absence
    {
        IsAllowed,
        IsDefault,
        IsRefused,
    }

    /// <summary>Why no value can be read; null if it can.</summary>
    internal string? WhyLost { get; }

    internal IEnumerable<Member> All => _named.Values;

    internal static Members Of(JsonTypeInfo form) => _known.GetValue(form, of => new Members(of));

    /// <summary>
    /// The members of an object by their names. Earlier versions wrote the names as C# has them: an object in which none
    /// has its present name is read by those.
    /// </summary>
    internal Dictionary<string, Member> NamedIn(JsonObject given) =>
        _renamed.Count > 0 && !given.Any(entry => _renamed.Contains(entry.Key)) ? _namedEarlier : _named;

    private static bool IsRead(JsonPropertyInfo property, JsonTypeInfo form)
    {
        var creation = property.ObjectCreationHandling ?? form.PreferredPropertyObjectCreationHandling
            ?? form.Options.PreferredObjectCreationHandling;
        var isFilled = property.Get != null && creation == JsonObjectCreationHandling.Populate;
        return !property.IsExtensionData && (property.Set != null || property.AssociatedParameter != null || isFilled);
    }

    private static Wanted WantedFor(JsonPropertyInfo property, JsonTypeInfo form) => new(
        JsonSettings.FormOf(property, form.Options),
        HasNull(property),
        property.NumberHandling ?? form.NumberHandling ?? form.Options.NumberHandling,
        Annotations.Of(property));

    private static (Absence Absence, object? Default) WhenMissing(JsonPropertyInfo property, JsonTypeInfo form, Lazy<object?> initial)
    {
        if (property.IsRequired) return (Absence.IsRefused, null);
        if (property.AssociatedParameter is not { } parameter)
        {
            if (StructConstructor.Of(form.Type) is { } constructor)
            {
                var isOptional = constructor.TryDefault(property, out var own) || HasNull(property);
                return (own != null ? Absence.IsDefault : isOptional ? Absence.IsAllowed : Absence.IsRefused, own);
            }
            // What can be set has an initial value. One that is null, against the annotation, is none.
            var isUnset = !HasNull(property) && !property.PropertyType.IsValueType && property.Get != null
                && initial.Value is { } made && property.Get(made) is null;
            return (isUnset ? Absence.IsRefused : Absence.IsAllowed, null);
        }
        // The library gives a member that only the initializer sets the default of its type, and loses its initial value.
        if (parameter.HasDefaultValue && !parameter.IsMemberInitializer) return (Absence.IsAllowed, null);
        return (HasNull(property) ? Absence.IsDefault : Absence.IsRefused, null);
    }

    private static bool HasNull(JsonPropertyInfo property) => property.PropertyType.IsValueType
        ? Nullable.GetUnderlyingType(property.PropertyType) != null
        : property.AssociatedParameter?.IsNullable ?? property.IsSetNullable;

    /// <summary>A member.</summary>
    internal sealed record Member(JsonPropertyInfo Property, Wanted Wanted, Absence Absence, object? Default);
}
