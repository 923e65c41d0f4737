using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Botyard.Tests;

/// <summary>An example of a documentation comment: a program with top-level statements, and what it shows.</summary>
/// <param name="Name">The public name that it documents; one of several has a number.</param>
/// <param name="Program">
/// The program, with its types at the end. The names of contexts for JSON differ among all examples, as the generator of
/// their code demands.
/// </param>
internal sealed partial record DocExample(string Name, string Program)
{
    /// <summary>All examples of the documentation file that the compiler wrote for the SDK.</summary>
    internal static IReadOnlyList<DocExample> All { get; } = [.. Read()];

    /// <summary>The example of a page for C#.</summary>
    internal static DocExample OfPage(string path)
    {
        var program = Fenced().Match(File.ReadAllText(path)).Groups[1].Value;
        return new(path, Using().Replace(program, ""));
    }

    /// <summary>The lines of standard output: those of metrics, and what <c>Console.WriteLine</c> prints.</summary>
    internal IEnumerable<string> Output => Shown("console", "metric");

    /// <summary>The lines of standard error.</summary>
    internal IEnumerable<string> Log => Shown("record");

    /// <summary>The content of the result file, or null if the example shows none.</summary>
    internal string? Result => Asked is { } asked
        ? $$"""{"status":"ok","data":{{asked.Groups["answer"].Value}}}"""
        : Shown("result").SingleOrDefault();

    /// <summary>The variables that ask the query whose answer the example shows.</summary>
    internal (string Name, string Value)[] Query
    {
        get
        {
            if (Asked is not { } asked) return [];
            var parameters = asked.Groups["parameter"].Value.Split('=', 2);
            var json = parameters.Length < 2 ? "" : $$"""{"{{parameters[0]}}":{{Text(parameters[1])}}}""";
            return [("QUERY_PATH", asked.Groups["path"].Value), ("QUERY_PARAMS", json)];
        }
    }

    /// <summary>The example as a class; one that only registers a handler also answers the query.</summary>
    internal string Class(string name)
    {
        var types = Types().Match(Program) is { Success: true } first ? first.Index : Program.Length;
        var run = Asked is null || Program.Contains("Query.Run()", StringComparison.Ordinal) ? "" : "Botyard.Query.Run();";
        return $"""
            static partial class {name}
            {"{"}
            internal static async Task Run() {"{"}
            {Program[..types]}
            {run}
            {"}"}
            {Program[types..]}
            {"}"}
            """;
    }

    private Match? Asked => Shows().Matches(Program).FirstOrDefault(shown => shown.Groups["path"].Success);

    private static string Text(string value) => System.Text.Json.JsonSerializer.Serialize(value);

    private IEnumerable<string> Shown(params string[] kinds) => Shows().Matches(Program)
        .SelectMany(shown => kinds.Select(kind => shown.Groups[kind])).Where(text => text.Success)
        .Select(text => text.Value);

    private static IEnumerable<DocExample> Read()
    {
        var members = XDocument.Load(Path.Combine(AppContext.BaseDirectory, "Botyard.xml")).Descendants("member");
        return members.Where(member => member.Element("example") != null)
            .GroupBy(member => NameOf((string)member.Attribute("name")!))
            .SelectMany(same => same.Select((member, at) => new DocExample(
                at == 0 ? same.Key : $"{same.Key} {at + 1}", Dedented(member.Element("example")!.Element("code")!.Value))));
    }

    /// <summary>The name of <c>M:Botyard.Bot.Metric``1(System.String,``0)</c> is Bot.Metric.</summary>
    private static string NameOf(string id)
    {
        var name = Member().Match(id).Groups[1].Value;
        return name.EndsWith(".#ctor", StringComparison.Ordinal) ? $"new {name[..^6]}" : name;
    }

    private static string Dedented(string text)
    {
        var lines = text.Trim('\n').TrimEnd().Split('\n');
        var indent = lines.Where(line => line.Trim() != "").Min(line => line.Length - line.TrimStart().Length);
        return string.Join('\n', lines.Select(line => line.Length < indent ? "" : line[indent..]));
    }

    [GeneratedRegex(@"^\w:Botyard\.(?:Testing\.)?([\w.#]+)")]
    private static partial Regex Member();

    [GeneratedRegex("^```csharp\n(.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Fenced();

    [GeneratedRegex(@"^using [\w.]+;\n", RegexOptions.Multiline)]
    private static partial Regex Using();

    [GeneratedRegex(@"^(record|class|\[)", RegexOptions.Multiline)]
    private static partial Regex Types();

    [GeneratedRegex("""
        Console\.WriteLine\(.*\);[ ]//[ ](?<console>.*)
        | ^//[ ](?<metric>\{"_metric".*) | ^//[ ](?<record>\{"level".*) | ^//[ ]result\.json:[ ](?<result>.*)
        | //[ ](?<path>/\w+)(\?(?<parameter>\S+))?[ ]answers[ ](?<answer>.*)
        """, RegexOptions.Multiline | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Shows();
}
