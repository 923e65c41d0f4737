using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace Botyard.Tests;

/// <summary>A bot that runs as a process in a folder of its own.</summary>
internal sealed class BotProcess : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("botyard-");
    private readonly Process _process;

    internal BotProcess(string bot, params (string Name, string Value)[] environment)
        : this("exec \"$@\"", bot, environment)
    {
    }

    /// <summary>Starts the bot by a script of the shell, in which <c>"$@"</c> is its command.</summary>
    internal BotProcess(string script, string bot, params (string Name, string Value)[] environment)
    {
        var program = Path.Combine(AppContext.BaseDirectory, "Botyard.TestBot.dll");
        var start = new ProcessStartInfo("sh", ["-c", script, "sh", "dotnet", program, bot])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = _folder.FullName,
        };
        // Other tests set these in their own process, at the same time.
        foreach (var name in new[] { "BOT_ID", "BOT_CONFIG", "STATE_DIR" }) start.Environment.Remove(name);
        foreach (var (name, value) in environment) start.Environment[name] = value;
        _process = Process.Start(start)!;
    }

    internal string Folder => _folder.FullName;

    internal string? Result =>
        File.Exists(Path.Combine(Folder, "result.json")) ? File.ReadAllText(Path.Combine(Folder, "result.json")) : null;

    /// <summary>The outcomes that the bot <c>try</c> has told, by the name of what it tried.</summary>
    internal Dictionary<string, string> Outcomes =>
        File.ReadAllLines(Path.Combine(Folder, "outcomes")).Select(line => line.Split('=', 2)).ToDictionary(told => told[0], told => told[1]);

    /// <summary>What lies in the folder and below it, apart from the outcomes.</summary>
    internal IEnumerable<string> Files =>
        Directory.EnumerateFiles(Folder, "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(Folder, path)).Where(path => path != "outcomes").Order(StringComparer.Ordinal);

    internal int Id => _process.Id;

    /// <summary>A port on which nothing listens.</summary>
    internal static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    /// <summary>Waits for the end; returns the exit code and both streams.</summary>
    internal async Task<(int Code, string Output, string Errors)> EndAsync()
    {
        var output = _process.StandardOutput.ReadToEndAsync();
        var errors = _process.StandardError.ReadToEndAsync();
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (_process.ExitCode, await output, await errors);
    }

    /// <summary>The next line on standard error.</summary>
    internal async Task<string> LineOfErrorsAsync() =>
        await _process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) ?? "";

    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill();
        _process.Dispose();
        _folder.Delete(recursive: true);
    }
}
