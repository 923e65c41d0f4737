using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>The log records of failures in query programs [Q-38 … Q-44].</summary>
internal static class FailureRecord
{
    private const int LongestMessage = 2000;
    private const int LongestName = 250;
    private const int LongestDetail = 1000;
    private const int LongestStack = 7000;
    private const int LongestStackWithCause = 4000;
    private const int MostCauses = 8;
    private const int LongestTypeOfCause = 100;
    private const int LongestMessageOfCause = 250;

    /// <summary>The failure's own message; empty if it has none .</summary>
    internal static string MessageOf(Exception failure)
    {
        try
        {
            // An exception that was made without a message gives this text in its place.
            var placeholder = $"Exception of type '{failure.GetType()}' was thrown.";
            return failure.Message is { } message && message != placeholder ? message : "";
        }
        catch (Exception)
        {
            return "";
        }
    }

    /// <summary>The data of the record of an answer that has no JSON form .</summary>
    internal static JsonObject OfAnswer(string path, string reason) => new()
    {
        ["path"] = Describe.Cut(path, LongestName),
        ["reason"] = Describe.Cut(reason, LongestDetail),
    };

    /// <summary>The data of the record of an exception; without a path, of work that a handler left .</summary>
    internal static JsonObject Of(Exception failure, string? path)
    {
        var data = new JsonObject();
        if (path != null) data["path"] = Describe.Cut(path, LongestName);
        data["type"] = Describe.Cut(failure.GetType().Name, LongestName);
        if (PlaceOf(failure) is { } frame)
        {
            data["file"] = Describe.Cut(frame.GetFileName()!, LongestDetail);
            data["line"] = frame.GetFileLineNumber();
        }
        List<Exception> causes = [.. Causes.Of(failure).Take(MostCauses)];
        data["stack"] = Describe.Cut(StackOf(failure, causes), causes.Count > 0 ? LongestStackWithCause : LongestStack);
        if (causes.Count > 0) data["cause"] = new JsonArray([.. causes.Select(Described)]);
        return data;
    }

    private static JsonObject Described(Exception cause) => new()
    {
        ["type"] = Describe.Cut(cause.GetType().Name, LongestTypeOfCause),
        ["message"] = Describe.Cut(MessageOf(cause), LongestMessageOfCause),
    };

    /// <summary>Logs a record; a line that cannot be written changes nothing else.</summary>
    internal static void Log(string message, JsonObject data)
    {
        try
        {
            StandardStream.Error.Write(LogLine.Of<JsonNode>("error", Describe.Cut(message, LongestMessage), data, JsonWriting.NodeForm));
        }
        catch (SystemError)
        {
            // The answer still tells the caller.
        }
    }

    /// <summary>Logs a failure of work that a handler started and did not wait for .</summary>
    internal static void LogLeftWork(Exception failure)
    {
        var message = MessageOf(failure);
        Log(message.Length > 0 ? message : "a failure without a message", Of(failure, null));
    }

    /// <summary>The innermost frame that belongs neither to the SDK nor to the class library .</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without its method is left out.")]
    private static StackFrame? PlaceOf(Exception failure)
    {
        var own = typeof(FailureRecord).Assembly;
        return new StackTrace(failure, fNeedFileInfo: true).GetFrames().FirstOrDefault(
            frame => frame.GetFileName() != null && frame.GetMethod()?.Module.Assembly != own);
    }

    /// <summary>The text of the stack, innermost frame first, in which long messages are cut .</summary>
    private static string StackOf(Exception failure, List<Exception> causes)
    {
        var text = WithCut(TextOf(failure), MessageOf(failure), LongestMessage);
        return causes.Aggregate(text, (stack, cause) => WithCut(stack, MessageOf(cause), LongestMessageOfCause));
    }

    /// <summary>
    /// The text of an exception with its causes. It ends after those that a record names, because the library's own text has
    /// all, however many there are, and no end in a cycle.
    /// </summary>
    internal static string TextOf(Exception failure)
    {
        try
        {
            if (!Causes.AreMoreThan(MostCauses, failure)) return failure.ToString();
            return string.Join("\n ---> ", Causes.Of(failure).Take(MostCauses).Prepend(failure).Select(
                one => $"{one.GetType()}: {MessageOf(one)}\n{one.StackTrace}"));
        }
        catch (Exception)
        {
            // What the exception says of itself fails; its frames are known without it.
            return new StackTrace(failure, fNeedFileInfo: true).ToString();
        }
    }

    private static string WithCut(string text, string message, int longest) => message.Length > longest
        ? text.Replace(message, Describe.Cut(message, longest), StringComparison.Ordinal)
        : text;
}
