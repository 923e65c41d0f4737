using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text.Json.Nodes;
using Botyard;

namespace Adapter;

/// <summary>Runs ops; an op `return` ends them with an answer.</summary>
internal static class Ops
{
    private static readonly ConcurrentDictionary<string, JsonNode?> _kept = new();
    private static readonly ConcurrentBag<Thread> _background = [];
    private static readonly ConcurrentQueue<JsonArray> _hooks = [];
    private static readonly List<PosixSignalRegistration> _ofSignals = [];

    /// <summary>Runs a list of ops; returns the answer, or null if none of them was `return`.</summary>
    internal static Answer? Run(JsonArray ops, QueryRequest? request)
    {
        foreach (var op in ops)
        {
            if (Perform(op!.AsObject(), request) is { } answer) return answer;
        }
        return null;
    }

    internal static void JoinBackground()
    {
        foreach (var work in _background) work.Join();
    }

    internal static void AtExit()
    {
        foreach (var ops in _hooks) Run(ops, null);
    }

    private static Answer? Perform(JsonObject op, QueryRequest? request)
    {
        var (id, name) = (op["id"]!.GetValue<string>(), op["op"]!.GetValue<string>());
        Trace.Note(new JsonObject { ["id"] = id, ["begin"] = name });
        try
        {
            if (Done(id, name, op["args"]!.AsArray(), request, out var value) is { } answer) return answer;
            if (op["as"] is { } kept) _kept[kept.GetValue<string>()] = value?.DeepClone();
            Trace.Note(new JsonObject { ["id"] = id, ["value"] = value });
        }
        catch (Exception failure)
        {
            Trace.Note(new JsonObject { ["id"] = id, ["error"] = Fault.Note(failure) });
            if (op["uncaught"]?.GetValue<bool>() == true) throw;
        }
        return null;
    }

    private static Answer? Done(string id, string name, JsonArray args, QueryRequest? request, out JsonNode? value)
    {
        value = null;
        switch (name)
        {
            case "return":
                return new Answer(args.Count > 0 ? Made(args[0]) : null);
            case "query.handler": Register(Calls.Text([Made(args[0])], 0), args[1]!.AsArray()); return null;
            case "parallel": Parallel(args, request); return null;
            case "background": _background.Add(Start(() => Run(args[0]!.AsArray(), request))); return null;
            case "guarded":
                return Guarded(args, request);
            case "repeat":
                return Enumerable.Range(0, args[0]!.GetValue<int>())
                    .Select(_ => Run(args[1]!.AsArray(), request))
                    .FirstOrDefault(answer => answer != null);
            case "wrapped": Wrapped(args, request); return null;
            case "on_term": _ofSignals.Add(PosixSignalRegistration.Create(PosixSignal.SIGTERM, _ => Run(args[0]!.AsArray(), request))); return null;
            case "at_exit": _hooks.Enqueue(args[0]!.AsArray()); return null;
            case "change": Change([.. args.Select(Made)]); return null;
        }
        if (Calls.TryCall(name, [.. args.Select(Made)], request, out value)) return null;
        Trace.Note(new JsonObject { ["id"] = id, ["unsupported"] = true });
        Environment.Exit(64);
        return null;
    }

    private static object? Made(JsonNode? given) => Adapter.Made.Of(given, name => _kept[name]);

    private static void Register(string path, JsonArray ops)
    {
        // Both kinds of handlers: one that waits gives its thread back.
        if (ops.ToJsonString().Contains("wait_for", StringComparison.Ordinal))
        {
            Query.Handler(path, async request => await Task.Run(() => Run(ops, request)?.Value));
        }
        else
        {
            Query.Handler(path, request => Run(ops, request)?.Value);
        }
    }

    private static void Parallel(JsonArray lists, QueryRequest? request)
    {
        using var atOnce = new Barrier(lists.Count);
        ExceptionDispatchInfo? failed = null;
        var threads = lists.Select(ops => Start(() =>
        {
            atOnce.SignalAndWait();
            try
            {
                Run(ops!.AsArray(), request);
            }
            catch (Exception failure)
            {
                failed = ExceptionDispatchInfo.Capture(failure);
            }
        })).ToList();
        threads.ForEach(thread => thread.Join());
        failed?.Throw();
    }

    private static Thread Start(Action work)
    {
        var thread = new Thread(() => work()) { IsBackground = true };
        thread.Start();
        return thread;
    }

    private static Answer? Guarded(JsonArray lists, QueryRequest? request)
    {
        Answer? RunIfGiven(int at) => at < lists.Count ? Run(lists[at]!.AsArray(), request) : null;
        Answer? last = null;
        Answer? answer;
        try
        {
            answer = RunIfGiven(0);
        }
        catch (Exception)
        {
            answer = RunIfGiven(1);
        }
        finally
        {
            last = RunIfGiven(2);
        }
        return last ?? answer;
    }

    private static void Wrapped(JsonArray args, QueryRequest? request)
    {
        try
        {
            Run(args[1]!.AsArray(), request);
        }
        catch (Exception cause)
        {
            throw new Fault(args[0]!.GetValue<string>(), cause);
        }
    }

    private static void Change(List<object?> args)
    {
        var part = _kept[Calls.Text(args, 0)]!;
        var steps = ((IEnumerable<object?>)args[1]!).ToList();
        for (var at = 0; at < steps.Count - 1; at++) part = Calls.Index(steps, at) is { } index ? part[index]! : part[Calls.Text(steps, at)]!;
        var value = Calls.Json(args[2]);
        if (Calls.Index(steps, steps.Count - 1) is { } last) part[last] = value;
        else part[Calls.Text(steps, steps.Count - 1)] = value;
    }
}

/// <summary>The answer of a handler.</summary>
internal sealed record Answer(object? Value);
