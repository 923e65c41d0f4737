// Times `State.Set` and a bare durable write of the same bytes in the same directory, in turn.

using System.Runtime.InteropServices;
using System.Text.Json;
using Botyard;

var trade = new { symbol = "AAPL", price = 187.5, size = 10 };
var value = new { cash = 10250.75, trades = Enumerable.Repeat(trade, 8).ToArray() };
var document = JsonSerializer.SerializeToUtf8Bytes(value);
var directory = Environment.GetEnvironmentVariable("STATE_DIR")!;
InTurn.Run(int.Parse(args[0]), 1, () => State.Set("portfolio", value), () =>
{
    var temporary = Path.Combine(directory, ".bare");
    using (var file = new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None, 0))
    {
        file.Write(document);
        file.Flush(flushToDisk: true);
    }
    File.Move(temporary, Path.Combine(directory, "bare"), overwrite: true);
    var folder = Libc.Open(directory, 0x10000);
    _ = Libc.Flush(folder);
    _ = Libc.Close(folder);
});

/// <summary>What the class library has no function for: flushing a directory.</summary>
internal static class Libc
{
    [DllImport("libc", EntryPoint = "open")]
    internal static extern int Open([MarshalAs(UnmanagedType.LPUTF8Str)] string path, int flags);

    [DllImport("libc", EntryPoint = "fsync")]
    internal static extern int Flush(int descriptor);

    [DllImport("libc", EntryPoint = "close")]
    internal static extern int Close(int descriptor);
}
