using System.Text;
using System.Text.Json.Nodes;

namespace Botyard;

/// <summary>The outcome of a query .</summary>
/// <param name="Code">Its code; null for an answer.</param>
/// <param name="Answer">The JSON text of the answer; empty for a failure.</param>
/// <param name="Message">The message of a failure.</param>
internal sealed record Outcome(string? Code, byte[] Answer, string Message)
{
    private List<string>? _available;

    /// <summary>The HTTP status.</summary>
    internal int Status => Code switch
    {
        null => 200,
        "query.handler_failed" => 500,
        "query.unknown_path" => 404,
        "query.method_not_allowed" => 405,
        "query.body_too_large" => 413,
        _ => 400,
    };

    /// <summary>The body of the HTTP answer.</summary>
    internal byte[] Body => Code is null ? Answer : Document(withCode: Status != 500);

    /// <summary>The document of a one-shot query.</summary>
    internal byte[] OneShot => Code is null ? [.. "{\"status\":\"ok\",\"data\":"u8, .. Answer, (byte)'}'] : Document(true);

    internal static Outcome Refused(string code, params ReadOnlySpan<(string Name, string Value)> values) =>
        new(code, [], Failure.Of(code, values).Message);

    internal static Outcome UnknownPath(string path, Registry registry) =>
        Refused("query.unknown_path", ("path", path)) with { _available = registry.Paths };

    /// <summary>Reads the parameters and runs the handler; its failure is logged before the answer .</summary>
    internal static async Task<Outcome> OfHandler(
        Handler handler, string path, JsonObject values, ReadOnlyMemory<byte> own, CancellationToken aborted)
    {
        if (ParametersOf(own.Span) is not { } parameters)
        {
            var text = Encoding.UTF8.GetString(own.Span);
            return Refused("query.params_not_object", ("text", Describe.Cut(text)));
        }
        if (values.Count == 0) values = parameters;
        else foreach (var (key, value) in parameters) values[key] = value?.DeepClone();
        try
        {
            var request = new QueryRequest(path, values, aborted);
            return new Outcome(null, await handler.Run(request).ConfigureAwait(false), "");
        }
        catch (Exception failure)
        {
            if (Causes.RefusalIn(failure) is { } refusal) return new Outcome(refusal.Code, [], refusal.Message);
            if (failure is NoJsonException refused)
            {
                return Failed($"the answer of {path} has no JSON form", FailureRecord.OfAnswer(path, refused.Message));
            }
            var message = FailureRecord.MessageOf(failure);
            var shown = message.Length > 0 ? message : "the handler failed without a message";
            return Failed(shown, FailureRecord.Of(failure, path));
        }
    }

    private static Outcome Failed(string message, JsonObject record)
    {
        FailureRecord.Log(message, record);
        return new Outcome("query.handler_failed", [], message);
    }

    private static JsonObject? ParametersOf(ReadOnlySpan<byte> text)
    {
        if (text.IsEmpty) return [];
        try
        {
            return JsonReading.Read(text) as JsonObject;
        }
        catch (NoJsonException)
        {
            return null;
        }
    }

    private byte[] Document(bool withCode)
    {
        using var document = JsonText.Begin();
        var writer = document.Writer;
        writer.WriteStartObject();
        writer.WriteString("status"u8, "error"u8);
        writer.WriteString("error"u8, Message);
        if (withCode) writer.WriteString("code"u8, Code);
        if (_available != null)
        {
            writer.WritePropertyName("available_queries"u8);
            NodeWriting.Write(writer, Builtins.Array(_available));
        }
        writer.WriteEndObject();
        return document.Written.ToArray();
    }
}
