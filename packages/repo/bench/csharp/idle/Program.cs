// A realtime bot between two looks: it writes a metric and waits.

using Botyard;

Bot.Metric("price", new { symbol = "AAPL", value = 187.5 });
Thread.Sleep(Timeout.Infinite);
