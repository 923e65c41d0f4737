using System.Reflection;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>
/// Whether items of a collection may be null. Only the declaration of a member tells this: <c>List&lt;string></c> and
/// <c>List&lt;string?></c> are one type when the bot runs.
/// </summary>
internal sealed class Annotations(Func<NullabilityInfo?> find)
{
    internal static readonly Annotations Unknown = new(() => null);

    private readonly Lazy<NullabilityInfo?> _found = new(find);

    /// <summary>Whether nothing says that null is not allowed.</summary>
    internal bool HasNull => _found.Value is not { ReadState: NullabilityState.NotNull };

    /// <summary>What the declaration says of a member's type.</summary>
    internal static Annotations Of(JsonPropertyInfo member) => new(() => member.AttributeProvider switch
    {
        // A program that is trimmed has no annotations.
        _ when AppContext.TryGetSwitch("System.Reflection.NullabilityInfoContext.IsSupported", out var has) && !has => null,
        PropertyInfo property => new NullabilityInfoContext().Create(property),
        FieldInfo field => new NullabilityInfoContext().Create(field),
        _ => null,
    });

    /// <summary>What it says of the items of this type.</summary>
    internal Annotations Items(Type item) => this == Unknown ? this : new(() =>
        new[] { _found.Value?.ElementType, _found.Value?.GenericTypeArguments.LastOrDefault() }
            .FirstOrDefault(one => one?.Type == item));
}
