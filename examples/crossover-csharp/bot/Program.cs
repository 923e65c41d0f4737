// The crossover bot: watches two moving averages of a stock and signals when they cross.

using Botyard;
using Crossover;

try
{
    var settings = Settings.Of(Input.Parse().Config);
    using var feed = Feed.FromEnvironment();
    while (!Stop.Requested)
    {
        await LookAsync(settings, feed);
        await Stop.WaitAsync(TimeSpan.FromMilliseconds(settings.UpdateIntervalMs));
    }
}
catch (Exception failure)
{
    Bot.Error(failure.Message);
}

// Looks once: fetch, take every new close, store, emit.
static async Task LookAsync(Settings settings, Feed feed)
{
    var stored = State.Get(Record.Key);
    var record = Record.Resume(settings, stored);
    DailyClose[] prices;
    try
    {
        prices = await feed.NewestPricesAsync(settings.Symbol, settings.LongPeriod + Record.MostNewCloses);
    }
    catch (PriceFeedException failure)
    {
        Log.Warn(failure.Message, new { reason = failure.Reason });
        return;
    }

    if (prices.Length < settings.LongPeriod)
    {
        Log.Info($"too little history: {prices.Length} of {settings.LongPeriod} closes");
        return;
    }

    (record, var signals) = record.CatchUp(settings, prices);
    State.Set(Record.Key, record, Json.Default.Record);
    foreach (var (date, price, sma) in Record.ToEmit(settings, stored, prices))
    {
        Bot.Metric("price", price, Json.Default.Price);
        Bot.Metric("sma", sma, Json.Default.Sma);
        if (signals.TryGetValue(date, out var signal)) Bot.Metric("signal", signal, Json.Default.Signal);
    }
}
