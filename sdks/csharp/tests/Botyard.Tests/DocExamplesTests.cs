using System.Diagnostics;
using System.Reflection;
using System.Text.RegularExpressions;
using Botyard.Testing;

namespace Botyard.Tests;

/// <summary>The examples of the documentation comments: every public name has one, and each gives what it shows.</summary>
public sealed class DocExamplesTests(DocExamplesTests.Bots bots) : IClassFixture<DocExamplesTests.Bots>
{
    public static TheoryData<string> Names => [.. DocExample.All.Select(example => example.Name)];

    [Fact]
    public void Every_public_name_has_an_example() =>
        Assert.Empty(PublicNamesTests.Names().Except(DocExample.All.Select(example => example.Name)));

    [Theory]
    [MemberData(nameof(Names))]
    public async Task An_example_gives_what_it_shows(string name)
    {
        var example = DocExample.All.Single(one => one.Name == name);
        var given = new[] { ("BOT_ID", "bot-1"), ("BOT_CONFIG", """{"symbol":"AAPL"}""") };
        using var bot = new BotProcess(bots.Script, name, [.. given, .. example.Query]);
        var (code, output, errors) = await bot.EndAsync();
        Assert.Equal(example.Log, Lines(errors));
        Assert.Equal(example.Output, Lines(output));
        Assert.Equal(example.Result, bot.Result);
        Assert.Equal(name.StartsWith("Bot.Error", StringComparison.Ordinal) ? 1 : 0, code);
    }

    [Fact]
    public void The_example_of_the_page_about_money_keeps_every_digit_over_two_runs()
    {
        using var bot = new TestBot(new { fee = "0.001" });
        foreach (var _ in Enumerable.Range(0, 2)) Assert.Equal(0, bot.Run(Bots.Program, Bots.PageAboutMoney));
        Assert.Equal(
            ["""{"value":562.61205,"exact":"562.61205"}""", """{"value":1125.22410,"exact":"1125.22410"}"""],
            bot.Metrics.Select(metric => metric.Data.ToJsonString()));
    }

    private static string[] Lines(string text) =>
        Regex.Replace(text, "(?<=\"timestamp\":\")[^\"]+", "…").Split('\n', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>All examples, compiled as one program that runs the one whose name it is given.</summary>
    public sealed class Bots
    {
        internal static readonly string PageAboutMoney = Setting("PageAboutMoney");

        private const string Name = "DocExamples";
        private static readonly string _folder = AppContext.BaseDirectory;

        public Bots()
        {
            File.WriteAllText(At($"{Name}.cs"), Source());
            File.Copy(At("Botyard.TestBot.runtimeconfig.json"), At($"{Name}.runtimeconfig.json"), overwrite: true);
            var references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(':');
            string[] options =
            [
                "-nologo", "-nullable", "-warnaserror", "-nowarn:CS1998", $"-out:{At($"{Name}.dll")}", $"-analyzer:{Setting("JsonSourceGeneration")}",
                .. references.Select(path => $"-reference:{path}"), At($"{Name}.cs"),
            ];
            File.WriteAllLines(At($"{Name}.rsp"), options.Select(option => $"\"{option}\""));
            var start = new ProcessStartInfo("dotnet", [Setting("Compiler"), "-noconfig", $"@{At($"{Name}.rsp")}"])
            {
                RedirectStandardOutput = true,
            };
            using var compiler = Process.Start(start)!;
            var said = compiler.StandardOutput.ReadToEnd();
            compiler.WaitForExit();
            Assert.True(compiler.ExitCode == 0, said);
        }

        /// <summary>Runs the example whose name is that of the bot.</summary>
        internal string Script { get; } = $"exec dotnet '{At($"{Name}.dll")}' \"$3\"";

        /// <summary>The same, in this process.</summary>
        internal static Assembly Program => Assembly.LoadFrom(At($"{Name}.dll"));

        private static string Source()
        {
            var all = DocExample.All.Append(DocExample.OfPage(PageAboutMoney));
            var examples = all.Select((example, at) => (example.Name, Class: $"Example{at}", example)).ToList();
            return $$"""
                using System;
                using System.Collections.Generic;
                using System.Globalization;
                using System.IO;
                using System.Linq;
                using System.Text.Json.Nodes;
                using System.Text.Json.Serialization;
                using System.Threading.Tasks;
                using Botyard;
                using Botyard.Testing;
                using Microsoft.Extensions.Logging;
                switch (args[0])
                {
                {{string.Join('\n', examples.Select(one => $"case \"{one.Name}\": await {one.Class}.Run(); break;"))}}
                }
                {{string.Join('\n', examples.Select(one => one.example.Class(one.Class)))}}
                """;
        }

        private static string At(string file) => Path.Combine(_folder, file);

        private static string Setting(string key) => typeof(Bots).Assembly
            .GetCustomAttributes<AssemblyMetadataAttribute>().Single(one => one.Key == key).Value!;
    }
}
