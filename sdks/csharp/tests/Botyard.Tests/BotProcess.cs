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
    {
        var program = Path.Combine(AppContext.BaseDirectory, "Botyard.TestBot.dll");
        var start = new ProcessStartInfo("dotnet", [program, bot])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = _folder.FullName,
        };
        foreach (var (name, value) in environment) start.Environment[name] = value;
        _process = Process.Start(start)!;
    }

    internal string Folder => _folder.FullName;

    internal string? Result =>
        File.Exists(Path.Combine(Folder, "result.json")) ? File.ReadAllText(Path.Combine(Folder, "result.json")) : null;

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

    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill();
        _process.Dispose();
        _folder.Delete(recursive: true);
    }
}
