using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

public static partial class Bot
{
    private const int LargestResult = 1_048_576;

    /// <summary>Reports that the run succeeded; the run continues, and the last report counts [RES-1, RES-5].</summary>
    /// <remarks>
    /// On return the result is on disk. A run that reports nothing and ends by itself is a success, too.
    /// </remarks>
    /// <param name="message">What was done.</param>
    /// <exception cref="BotyardException">
    /// The first of these codes that applies [RES-3, RES-6, RES-12, RES-16]: <c>result.in_query</c> in a query process,
    /// whose handlers return their answers, <c>result.invalid_message</c> if the message is null,
    /// <c>result.too_large</c> if the result is longer than 1,048,576 bytes as JSON, <c>result.write_failed</c> if the
    /// file at <c>RESULT_PATH</c> cannot be written.
    /// </exception>
    /// <example>
    /// <code>
    /// Bot.Success("looked at 2 stocks");
    /// // result.json: {"status":"success","message":"looked at 2 stocks"}
    /// </code>
    /// </example>
    public static void Success(string message)
    {
        RefuseInQuery("success");
        ResultFile.Write(Document("success", message));
    }

    /// <summary>Reports that the run succeeded, with data; the run continues [RES-2].</summary>
    /// <param name="message">What was done.</param>
    /// <param name="data">Any value that has a JSON form; null is written as <c>null</c>.</param>
    /// <exception cref="BotyardException">
    /// The codes of <see cref="Success"/>, and <c>result.invalid_data</c> if the data has no JSON form.
    /// </exception>
    /// <example>
    /// <code>
    /// Bot.SuccessWithData("looked at 2 stocks", new[] { "AAPL", "MSFT" });
    /// // result.json: {"status":"success","message":"looked at 2 stocks","data":["AAPL","MSFT"]}
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void SuccessWithData<T>(string message, T data)
    {
        RefuseInQuery("success");
        ResultFile.Write(Document("success", message, data, JsonSettings.TypeInfo<T>));
    }

    /// <summary>Reports that the run succeeded, with data of a source-generated JSON form; the run continues.</summary>
    /// <param name="message">What was done.</param>
    /// <param name="data">Any value that the context describes; null is written as <c>null</c>.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    public static void SuccessWithData<T>(string message, T data, JsonTypeInfo<T> typeInfo)
    {
        RefuseInQuery("success");
        ResultFile.Write(Document("success", message, data, () => JsonSettings.Fitted(typeInfo)));
    }

    /// <summary>Reports that the run failed and ends the process at once with exit code 1 [RES-7].</summary>
    /// <remarks>
    /// Writes the result, logs the message with level <c>error</c>, flushes both streams and ends the process, from any
    /// thread: no <c>catch</c> or <c>finally</c> block, no exit hook and no other thread runs after it. If the result
    /// cannot be written, this is logged, too, and the process still ends [RES-8, RES-9].
    /// </remarks>
    /// <param name="message">What went wrong.</param>
    /// <exception cref="BotyardException">
    /// One of the codes of <see cref="Success"/>, except <c>result.write_failed</c>; the process then continues [RES-3,
    /// RES-12, RES-16].
    /// </exception>
    /// <example>
    /// <code>
    /// var prices = new Dictionary&lt;string, double> { ["MSFT"] = 412 };
    /// var symbol = (string?)Input.Parse().Config["symbol"] ?? "MSFT";
    /// if (!prices.TryGetValue(symbol, out var price)) Bot.Error($"there is no price of {symbol}");
    /// Console.WriteLine(2 * price);
    /// // {"level":"error","timestamp":"…","message":"there is no price of AAPL"}
    /// // result.json: {"status":"error","message":"there is no price of AAPL"}
    /// </code>
    /// </example>
    [DoesNotReturn]
    public static void Error(string message)
    {
        RefuseInQuery("error");
        ResultFile.WriteAndEnd(message, Document("error", message));
    }

    /// <summary>Reports that the run failed, with data, and ends the process like <see cref="Error"/>.</summary>
    /// <remarks>The log record has the message, and not the data.</remarks>
    /// <param name="message">What went wrong.</param>
    /// <param name="data">Any value that has a JSON form, written to the result with the message.</param>
    /// <exception cref="BotyardException">
    /// The codes of <see cref="Error"/>, and <c>result.invalid_data</c> if the data has no JSON form; the process then
    /// continues.
    /// </exception>
    /// <example>
    /// <code>
    /// Bot.ErrorWithData("the broker refused the order", new { symbol = "AAPL", shares = 10 });
    /// // {"level":"error","timestamp":"…","message":"the broker refused the order"}
    /// // result.json: {"status":"error","message":"the broker refused the order","data":{"symbol":"AAPL","shares":10}}
    /// </code>
    /// </example>
    [DoesNotReturn]
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void ErrorWithData<T>(string message, T data)
    {
        RefuseInQuery("error");
        ResultFile.WriteAndEnd(message, Document("error", message, data, JsonSettings.TypeInfo<T>));
    }

    /// <summary>
    /// Reports that the run failed, with data of a source-generated JSON form, and ends the process like
    /// <see cref="Error"/>.
    /// </summary>
    /// <param name="message">What went wrong.</param>
    /// <param name="data">Any value that the context describes, written to the result with the message.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    [DoesNotReturn]
    public static void ErrorWithData<T>(string message, T data, JsonTypeInfo<T> typeInfo)
    {
        RefuseInQuery("error");
        ResultFile.WriteAndEnd(message, Document("error", message, data, () => JsonSettings.Fitted(typeInfo)));
    }

    /// <summary>Reports an object of your own as the result; the run continues, and the last report counts.</summary>
    /// <remarks>If its <c>status</c> is <c>"error"</c>, the run counts as failed, whatever its exit code [RES-14].</remarks>
    /// <param name="data">Any value whose JSON form is an object of at most 1,048,576 bytes.</param>
    /// <exception cref="BotyardException">
    /// <c>result.in_query</c>, <c>result.invalid_data</c> (also if the data is not an object), <c>result.too_large</c> or
    /// <c>result.write_failed</c>, as for <see cref="SuccessWithData{T}(string, T)"/>.
    /// </exception>
    /// <example>
    /// <code>
    /// Bot.Result(new { status = "success", bought = 10, price = 187.5 });
    /// // result.json: {"status":"success","bought":10,"price":187.5}
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Result<T>(T data) => Report(data, JsonSettings.TypeInfo<T>);

    /// <summary>Reports an object of your own, of a source-generated JSON form, as the result; the run continues.</summary>
    /// <param name="data">A value whose JSON form is an object of at most 1,048,576 bytes.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    /// <example>
    /// <code>
    /// Bot.Result(new Report(10, 187.5), ReportJson.Default.Report);
    /// // result.json: {"bought":10,"price":187.5}
    ///
    /// record Report(int Bought, double Price);
    ///
    /// [JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
    /// [JsonSerializable(typeof(Report))]
    /// partial class ReportJson : JsonSerializerContext;
    /// </code>
    /// </example>
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
