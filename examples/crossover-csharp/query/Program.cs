// The crossover bot's queries. They read the state that the bot writes.

using Botyard;
using Crossover;

Query.Handler("/status", _ => Status.Of(Remembered()), Json.Default.Status);
Query.Handler(
    "/signals", request => Signals.Of(Remembered(), request.GetInteger("limit") ?? 10), Json.Default.Signals);
Query.Handler("/performance", _ => Performance.Of(Remembered()), Json.Default.Performance);
Query.Run();

static Record Remembered() => Record.Resume(Settings.Of(Query.GetConfig()), State.Get(Record.Key));
