using Botyard;

switch (args[0])
{
    case "succeed":
        Bot.SuccessWithData("done", new { orders = 3 });
        break;
    case "fail":
        try
        {
            Bot.Error("no prices");
        }
        finally
        {
            Log.Info("not reached");
        }
        break;
    case "fail-in-a-task":
        _ = Task.Run(() => Bot.Error("in a task"));
        await Task.Delay(Timeout.Infinite);
        break;
    case "throw":
        throw new InvalidOperationException("nobody catches this");
    case "emit":
        for (var at = 0; at < 1000; at++) Bot.Metric("price", new { at });
        break;
    case "keep":
        State.Set("runs", 1);
        Bot.Success("kept");
        break;
    case "try":
        Attempts.Run();
        break;
    case "overflow":
        Attempts.Overflow("out");
        break;
    case "wait":
        await Stopping.WaitAsync();
        break;
    case "wait-often":
        Stopping.WaitOften();
        break;
    case "wait-with-broken-callback":
        Stopping.WaitWithBrokenCallback();
        break;
    case "sleep":
        Stopping.Sleep();
        break;
    case "answer-when-stopped":
        Stopping.Answer();
        break;
    case "answer":
        Query.Handler("/limits", _ => new[] { 10, 20 });
        Query.Handler("/later", async request =>
        {
            await Task.Yield();
            return request.Get("value");
        });
        Query.Handler("/broken", int (_) => throw new InvalidOperationException("out of order"));
        Query.Handler("/limit", request => request.GetInteger("limit") ?? 10);
        Query.Handler("/slow", async _ =>
        {
            Log.Info("begun");
            while (!File.Exists("go")) await Task.Delay(5);
            return "done";
        });
        Query.Handler("/leave", request =>
        {
            _ = Task.Run(() => throw new InvalidOperationException("left behind"));
            return "left";
        });
        Query.Run();
        break;
    default:
        throw new ArgumentException(args[0]);
}
