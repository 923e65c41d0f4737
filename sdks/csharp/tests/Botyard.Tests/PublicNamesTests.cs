using System.Reflection;

namespace Botyard.Tests;

public sealed class PublicNamesTests
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    [Fact]
    public void The_public_names_are_those_of_the_list() => AssertApproved("public-names", Names());

    [Fact]
    public void The_public_signatures_are_those_of_the_list() => AssertApproved("public-api", Signatures());

    /// <summary>Compares with a list beside this file; what was found is written beside the tests, to be approved.</summary>
    private static void AssertApproved(string list, IEnumerable<string> found)
    {
        string[] sorted = [.. found.Order(StringComparer.Ordinal)];
        File.WriteAllLines(Path.Combine(AppContext.BaseDirectory, $"{list}.received.txt"), sorted);
        Assert.Equal(File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, $"{list}.txt")), sorted);
    }

    internal static IEnumerable<string> Names() => Types().SelectMany(type =>
    {
        var name = type.Name.Split('`')[0];
        if (IsConstants(type) || IsRecord(type)) return [name];
        var members = Members(type).Select(member => member is ConstructorInfo ? $"new {name}" : $"{name}.{member.Name}");
        var own = type.IsAbstract && type.IsSealed ? [] : new[] { name };
        return own.Concat(members);
    }).Distinct();

    private static IEnumerable<string> Signatures() => Types().Where(type => !IsConstants(type)).SelectMany(
        type => Members(type).Where(member => !IsRecord(type) || member is PropertyInfo).Select(member => $"{type.Name}: {member}"));

    /// <summary>The constants of ErrorCodes are those of the error table; another test compares them.</summary>
    private static bool IsConstants(Type type) => type == typeof(ErrorCodes);

    /// <summary>Its name says what it contains; most of its members are the compiler's.</summary>
    private static bool IsRecord(Type type) => type.GetMethod("<Clone>$") != null;

    private static Type[] Types() => typeof(Bot).Assembly.GetExportedTypes();

    private static IEnumerable<MemberInfo> Members(Type type) =>
        type.GetMembers(Declared).Where(member => member is not MethodInfo { IsSpecialName: true } and not { Name: nameof(IDisposable.Dispose) });
}
