// Times `Bot.Metric` and the same bytes by a buffered stream that is flushed, in turn.

using Botyard;

var line = "{\"_metric\":\"price\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"data\":{\"symbol\":\"AAPL\",\"value\":187.5,\"change_pct\":0.125}}\n"u8.ToArray();
using var output = new BufferedStream(Console.OpenStandardOutput());
var price = new { symbol = "AAPL", value = 187.5, change_pct = 0.125 };
InTurn.Run(int.Parse(args[0]), int.Parse(args[1]), () => Bot.Metric("price", price), () =>
{
    output.Write(line);
    output.Flush();
});
