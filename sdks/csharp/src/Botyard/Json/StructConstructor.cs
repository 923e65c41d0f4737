using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>
/// The constructors with which a bot makes a structure, such as that of a <c>record struct</c>. The library does not call
/// them, and so loses the defaults of their parameters and the initial values of properties.
/// </summary>
internal sealed class StructConstructor
{
    private const string Trimmed = "A constructor that is trimmed away is not called by the bot.";

    private readonly List<ParameterInfo> _parameters;

    private StructConstructor(List<ParameterInfo> parameters) => _parameters = parameters;

    /// <summary>Those of a type; null if the library can make all that the bot can.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = Trimmed)]
    internal static StructConstructor? Of(Type type)
    {
        if (!type.IsValueType || type.GetConstructor(Type.EmptyTypes) != null) return null;
        var parameters = type.GetConstructors().SelectMany(one => one.GetParameters()).ToList();
        return parameters.Count > 0 ? new(parameters) : null;
    }

    /// <summary>Whether the parameter that sets a property has a default, and which.</summary>
    internal bool TryDefault(JsonPropertyInfo property, out object? value)
    {
        var name = (property.AttributeProvider as MemberInfo)?.Name ?? property.Name;
        var parameter = _parameters.Find(one => one.ParameterType == property.PropertyType
            && string.Equals(one.Name, name, StringComparison.OrdinalIgnoreCase));
        value = parameter is { HasDefaultValue: true } ? parameter.DefaultValue : null;
        // The default of a nullable enumeration is kept as its number.
        if (value != null && Nullable.GetUnderlyingType(property.PropertyType) is { IsEnum: true } named) value = Enum.ToObject(named, value);
        return parameter is { HasDefaultValue: true };
    }
}
