using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>Types of which the library would lose values in silence [JSON-10, JSON-19].</summary>
internal static class Lossy
{
    internal const string NoTuple = "a value tuple has no JSON form; use a record";

    private const BindingFlags OwnFields =
        BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private const string Trimmed = "Fields that are trimmed away hold nothing.";

    /// <summary>Makes the library refuse to write values of such a type.</summary>
    internal static void Refuse(JsonTypeInfo form)
    {
        if (WhenWritten(form) is { } reason) form.OnSerializing = _ => throw new NotSupportedException(reason);
    }

    /// <summary>Why the library would write a value without what it holds; null if it would not.</summary>
    internal static string? WhenWritten(JsonTypeInfo form)
    {
        var (type, isObject) = (form.Type, form.Kind == JsonTypeInfoKind.Object);
        if (!isObject || form.Properties.Count > 0 || form.PolymorphismOptions != null) return null;
        if (type.IsValueType && type.IsAssignableTo(typeof(ITuple))) return NoTuple;
        if (!type.IsAbstract && !HasFields(type)) return null;
        return $"{NameOf(type)} has no JSON form, because it has no public properties; use a record, or mark its fields with [JsonInclude]";
    }

    /// <summary>Why the library would make a value without what the JSON says; null if it would not.</summary>
    internal static string? WhenRead(JsonTypeInfo form, Func<JsonPropertyInfo, bool> isRead)
    {
        if (WhenWritten(form) is { } reason) return reason;
        return form.Type.IsValueType ? WhenReadAsStructure(form, isRead) : null;
    }

    private static string? WhenReadAsStructure(JsonTypeInfo form, Func<JsonPropertyInfo, bool> isRead)
    {
        var isLost = HasFields(form.Type)
            && (!form.Properties.Any(isRead) || form.Properties.Any(property => !isRead(property) && IsStored(property)));
        return isLost ? $"{NameOf(form.Type)} cannot be read; mark its constructor with [JsonConstructor], or use another type" : null;
    }

    private static string NameOf(Type type) => type.Name.Split('`')[0];

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = Trimmed)]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = Trimmed)]
    private static bool HasFields(Type type)
    {
        for (Type? one = type; one != null; one = one.BaseType)
        {
            if (one.GetFields(OwnFields).Length > 0) return true;
        }
        return false;
    }

    /// <summary>Whether a property that cannot be set is more than a calculation.</summary>
    private static bool IsStored(JsonPropertyInfo property) =>
        property.Get != null && property.AttributeProvider is PropertyInfo { GetMethod: { } getter }
        && getter.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false);
}
