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
        if (IsConstants(type)) return [name];
        var members = Members(type).Select(member => member is ConstructorInfo ? $"new {name}" : $"{name}.{member.Name}");
        var own = type.IsAbstract && type.IsSealed ? [] : new[] { name };
        return own.Concat(members);
    }).Distinct();

    private static IEnumerable<string> Signatures() =>
        Types().Where(type => !IsConstants(type)).SelectMany(type => Members(type).Select(member => $"{type.Name}: {member}"));

    /// <summary>The constants of ErrorCodes are those of the error table; another test compares them.</summary>
    private static bool IsConstants(Type type) => type == typeof(ErrorCodes);

    private static Type[] Types() => typeof(Bot).Assembly.GetExportedTypes();

    private static IEnumerable<MemberInfo> Members(Type type) =>
        type.GetMembers(Declared).Where(member => member is not MethodInfo { IsSpecialName: true });
}
