// Answers queries about the bot. It can read the bot's state, but not change it.

using Botyard;

Query.Handler("/status", _ => new
{
    symbol = Query.GetConfig()["symbol"],
    runs = State.Get("runs", 0),
});
Query.Run();
