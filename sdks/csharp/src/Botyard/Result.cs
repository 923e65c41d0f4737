using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

public static partial class Bot
{
    private const int LargestResult = 1_048_576;

    /// <summary>Reports that the scheduled run succeeded. The run continues.</summary>
    /// <remarks>
    /// A run that reports nothing and ends by itself is a success too. Of several results the last one counts [RES-5].
    /// In a query process all result functions fail with <c>result.in_query</c>: a handler returns its answer instead
    /// [RES-12].
    /// </remarks>
    /// <param name="message">What was done.</param>
    /// <exception cref="BotyardException">
    /// <c>result.in_query</c>, <c>result.invalid_message</c>, <c>result.too_large</c> (more than 1 MiB),
    /// <c>result.write_failed</c>
    /// </exception>
    public static void Success(string message)
    {
        RefuseInQuery("success");
        ResultFile.Write(Document("success", message));
    }

    /// <summary>Reports that the run succeeded, with data of any JSON form. The run continues.</summary>
    /// <param name="message">What was done.</param>
    /// <param name="data">Any value that has a JSON form; null is written as <c>null</c> [RES-2].</param>
    /// <exception cref="BotyardException">
    /// As <see cref="Success"/>, and <c>result.invalid_data</c> if the data has no JSON form.
    /// </exception>
    /// <example><code>Bot.SuccessWithData("rebalanced 3 positions", new[] { "AAPL", "MSFT", "NVDA" });</code></example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void SuccessWithData<T>(string message, T data)
    {
        RefuseInQuery("success");
        ResultFile.Write(Document("success", message, data, JsonSettings.TypeInfo<T>));
    }

    /// <summary>Reports that the run succeeded, with data of a source-generated JSON form.</summary>
    /// <param name="message">What was done.</param>
    /// <param name="data">Any value.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    public static void SuccessWithData<T>(string message, T data, JsonTypeInfo<T> typeInfo)
    {
        RefuseInQuery("success");
        ResultFile.Write(Document("success", message, data, () => JsonSettings.Fitted(typeInfo)));
    }

    /// <summary>
    /// Reports that the run failed, logs the message, and ends the process at once with exit code 1 [RES-7].
    /// </summary>
    /// <remarks>
    /// No <c>catch</c> or <c>finally</c> block and no exit hook of the bot runs after it, and no other thread's work
    /// [RES-8]. A result that cannot be written is logged [RES-9].
    /// </remarks>
    /// <param name="message">What went wrong.</param>
    /// <exception cref="BotyardException">
    /// <c>result.in_query</c>, <c>result.invalid_message</c>, <c>result.too_large</c>; the process then continues.
    /// </exception>
    [DoesNotReturn]
    public static void Error(string message)
    {
        RefuseInQuery("error");
        ResultFile.WriteAndEnd(message, Document("error", message));
    }

    /// <summary>Reports that the run failed, with data of any JSON form, and ends the process at once.</summary>
    /// <remarks>The log line does not contain the data.</remarks>
    /// <param name="message">What went wrong.</param>
    /// <param name="data">Any value that has a JSON form.</param>
    /// <exception cref="BotyardException">
    /// As <see cref="Error"/>, and <c>result.invalid_data</c> if the data has no JSON form.
    /// </exception>
    [DoesNotReturn]
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void ErrorWithData<T>(string message, T data)
    {
        RefuseInQuery("error");
        ResultFile.WriteAndEnd(message, Document("error", message, data, JsonSettings.TypeInfo<T>));
    }

    /// <summary>
    /// Reports that the run failed, with data of a source-generated JSON form, and ends the process at once.
    /// </summary>
    /// <param name="message">What went wrong.</param>
    /// <param name="data">Any value.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    [DoesNotReturn]
    public static void ErrorWithData<T>(string message, T data, JsonTypeInfo<T> typeInfo)
    {
        RefuseInQuery("error");
        ResultFile.WriteAndEnd(message, Document("error", message, data, () => JsonSettings.Fitted(typeInfo)));
    }

    /// <summary>Reports a result of the bot's own form. The run continues.</summary>
    /// <remarks>
    /// The platform judges the run an error if the object has <c>"status": "error"</c> [RES-14].
    /// </remarks>
    /// <param name="data">Any value whose JSON form is an object.</param>
    /// <exception cref="BotyardException">
    /// <c>result.in_query</c>, <c>result.invalid_data</c> if the JSON form is not an object, <c>result.too_large</c>,
    /// <c>result.write_failed</c>
    /// </exception>
    /// <example><code>Bot.Result(new { orders = 3, skipped = new[] { "TSLA" } });</code></example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Result<T>(T data) => Report(data, JsonSettings.TypeInfo<T>);

    /// <summary>Reports a result of the bot's own form, with a source-generated JSON form.</summary>
    /// <param name="data">A value whose JSON form is an object.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    public static void Result<T>(T data, JsonTypeInfo<T> typeInfo) =>
        Report(data, () => JsonSettings.Fitted(typeInfo));

    private static void Report<T>(T data, Func<JsonTypeInfo<T>> form)
    {
        RefuseInQuery("result");
        using var document = JsonText.Begin();
        try
        {
            document.AppendObject(data, form);
        }
        catch (NoJsonException refused)
        {
            throw Failure.From(refused, "result.invalid_data", ("reason", refused.Message));
        }
        ResultFile.Write(Fitting(document));
    }

    private static void RefuseInQuery(string function)
    {
        if (Variables.IsQueryProcess) throw Failure.Of("result.in_query", ("function", function));
    }

    private static byte[] Document(string status, string message)
    {
        using var document = Begun(status, message);
        return Ended(document);
    }

    private static byte[] Document<T>(string status, string message, T data, Func<JsonTypeInfo<T>> form)
    {
        using var document = Begun(status, message);
        document.Writer.WritePropertyName("data"u8);
        try
        {
            document.Append(data, form);
        }
        catch (NoJsonException refused)
        {
            throw Failure.From(refused, "result.invalid_data", ("reason", refused.Message));
        }
        return Ended(document);
    }

    private static JsonText Begun(string status, string message)
    {
        if (message is null) throw Failure.Of("result.invalid_message", ("kind", "null"));
        var document = JsonText.Begin();
        document.Writer.WriteStartObject();
        document.Writer.WriteString("status"u8, status);
        document.Writer.WriteString("message"u8, message);
        return document;
    }

    private static byte[] Ended(JsonText document)
    {
        document.Writer.WriteEndObject();
        return Fitting(document);
    }

    private static byte[] Fitting(JsonText document)
    {
        var written = document.Written;
        if (written.Length <= LargestResult) return written.ToArray();
        throw Failure.Of("result.too_large", ("size", Describe.Number(written.Length)));
    }
}
