using System.Text;
using System.Text.Json.Nodes;
using Adapter;
using Botyard;

// A bot that runs a script: docs/reference/conformance-cases.md, "Adapter".
var script = JsonNode.Parse(File.ReadAllBytes(Environment.GetEnvironmentVariable("CONF_SCRIPT")!))!;
Trace.Open(Environment.GetEnvironmentVariable("CONF_TRACE")!);
var done = false;
// Registered first, and so called first: the hooks of the script are called by the last one.
AppDomain.CurrentDomain.ProcessExit += (_, _) =>
{
    Ops.AtExit();
    if (done) Trace.Note(new JsonObject { ["end"] = true });
};
Ops.Run(script["ops"]!.AsArray(), null);
Ops.JoinBackground();
done = true;

/// <summary>The trace of the script.</summary>
internal static class Trace
{
    private static FileStream? _file;

    internal static void Open(string path) =>
        _file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);

    internal static void Note(JsonObject line)
    {
        lock (_file!) _file.Write(Encoding.UTF8.GetBytes(line.ToJsonString() + "\n"));
    }
}
