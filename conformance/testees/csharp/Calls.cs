using System.Text.Json.Nodes;
using Botyard;
using Microsoft.Win32.SafeHandles;

namespace Adapter;

/// <summary>Ops that call one function.</summary>
internal static class Calls
{
    private static readonly string _code = Environment.CurrentDirectory;

    /// <summary>Calls the function and returns its value; false if there is no such op.</summary>
    internal static bool TryCall(string name, List<object?> args, QueryRequest? request, out JsonNode? value)
    {
        value = null;
        switch (name)
        {
            case "input.parse":
                var input = Input.Parse();
                value = new JsonObject { ["id"] = input.BotId, ["config"] = input.Config };
                break;
            case "metric": Bot.Metric(Text(args, 0), Second(args)); break;
            case "success": Bot.Success(Text(args, 0)); break;
            case "success_with_data": Bot.SuccessWithData(Text(args, 0), Second(args)); break;
            case "error": Bot.Error(Text(args, 0)); break;
            case "error_with_data": Bot.ErrorWithData(Text(args, 0), Second(args)); break;
            case "result": Bot.Result(args[0]); break;
            case "state.get": value = State.Get(Text(args, 0), Json(Second(args))); break;
            case "state.set": State.Set(Text(args, 0), Second(args)); break;
            case "state.delete": value = State.Delete(Text(args, 0)); break;
            case "state.exists": value = State.Exists(Text(args, 0)); break;
            case "state.clear": State.Clear(); break;
            case "state.list": value = new JsonArray([.. State.List().Select(key => (JsonNode)key)]); break;
            case "input.parse_as" or "state.get_as" or "request.params_as": value = Shapes.Read(name, Text(args, name == "state.get_as" ? 1 : 0), args, request); break;
            case "stop.requested": value = Stop.Requested; break;
            case "stop.wait": value = Stop.Wait(Seconds(Json(args[0])!.GetValue<double>())); break;
            case "query.get_config": value = Query.GetConfig(); break;
            case "query.run": Query.Run(); break;
            case "fail":
                var message = args.Count > 0 ? Text(args, 0) : null;
                throw new Fault(message);
            case "exit": Environment.Exit(Json(args[0])!.GetValue<int>()); break;
            case "print": Console.Write(Text(args, 0)); break;
            case "eprint": Console.Error.Write(Text(args, 0)); break;
            case "environment.set": Environment.SetEnvironmentVariable(Text(args, 0), Json(Second(args))?.GetValue<string>()); break;
            case "chdir": Environment.CurrentDirectory = Path.Combine(_code, Text(args, 0)); break;
            case "close": new SafeFileHandle(Text(args, 0) == "stdout" ? 1 : 2, ownsHandle: true).Dispose(); break;
            case "touch": File.WriteAllText(Path.Combine(_code, Text(args, 0)), ""); break;
            case "wait_for":
                while (!File.Exists(Path.Combine(_code, Text(args, 0)))) Thread.Sleep(3);
                break;
            default:
                return TryLog(name, args) || (request != null && TryAsk(name, args, request, out value));
        }
        return true;
    }

    private static bool TryLog(string name, List<object?> args)
    {
        var (plain, withData) = name switch
        {
            "log.debug" => (Log.Debug, Log.Debug),
            "log.info" => (Log.Info, Log.Info),
            "log.warn" => (Log.Warn, Log.Warn),
            "log.error" => (Log.Error, Log.Error),
            _ => ((Action<string>?)null, (Action<string, object?>?)null),
        };
        if (args.Count > 1) withData?.Invoke(Text(args, 0), args[1]);
        else plain?.Invoke(Text(args, 0));
        return plain != null;
    }

    private static bool TryAsk(string name, List<object?> args, QueryRequest request, out JsonNode? value)
    {
        var key = args.Count > 0 ? Text(args, 0) : "";
        var standard = Json(Second(args));
        var unknown = new JsonObject();
        value = name switch
        {
            "request.path" => request.Path,
            "request.values" => request.Values(),
            "request.get" => request.Get(key, standard),
            "request.get_string" => request.GetString(key) ?? standard,
            "request.get_number" => request.GetNumber(key) ?? standard,
            "request.get_integer" => request.GetInteger(key) ?? standard,
            "request.get_boolean" => request.GetBoolean(key) ?? standard,
            "request.get_array" => request.GetArray(key) ?? standard,
            "request.get_object" => request.GetObject(key) ?? standard,
            _ => unknown,
        };
        return value != unknown;
    }

    internal static string Text(List<object?> args, int at) => args[at] switch
    {
        string text => text,
        JsonValue value => value.GetValue<string>(),
        _ => null!,
    };

    internal static int? Index(List<object?> args, int at) =>
        args[at] is JsonValue value && value.TryGetValue(out int index) ? index : null;

    private static TimeSpan Seconds(double time) =>
        time > 1e9 ? TimeSpan.MaxValue : double.IsNaN(time) ? TimeSpan.Zero : TimeSpan.FromSeconds(time);

    private static object? Second(List<object?> args) => args.Count > 1 ? args[1] : null;

    internal static JsonNode? Json(object? value) => value as JsonNode ?? (value is null ? null : JsonValue.Create(value));
}
