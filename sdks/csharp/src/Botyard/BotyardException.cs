namespace Botyard;

/// <summary>An error of this SDK.</summary>
/// <remarks>
/// Its message is that of the contract's error table, for people; programs tell errors apart by their code [ERR-1].
/// What caused it, an error of the system or of the JSON parser, is <see cref="Exception.InnerException"/>, or null if
/// nothing did.
/// </remarks>
/// <example>
/// <code>
/// Environment.SetEnvironmentVariable("BOT_CONFIG", "{symbol: AAPL}");
/// try
/// {
///     Input.Parse();
/// }
/// catch (BotyardException e)
/// {
///     Console.WriteLine(e.Message); // BOT_CONFIG is not valid JSON
///     Console.WriteLine(e.InnerException is null); // False
/// }
/// </code>
/// </example>
public sealed class BotyardException : Exception
{
    internal BotyardException(string code, string message, string next, Exception? cause)
        : base(message, cause)
    {
        Code = code;
        Next = next;
    }

    /// <summary>
    /// The code of the error, such as <c>state.read_only</c>; <see cref="ErrorCodes"/> has a constant for each.
    /// </summary>
    /// <example>
    /// <code>
    /// var runs = 0;
    /// try
    /// {
    ///     runs = State.Get("runs", 0);
    /// }
    /// catch (BotyardException e) when (e.Code is ErrorCodes.StateCorrupt or ErrorCodes.StateWrongType)
    /// {
    ///     Log.Warn("beginning anew", new { reason = e.Message });
    /// }
    /// Console.WriteLine(runs); // 0
    /// </code>
    /// </example>
    public string Code { get; }

    /// <summary>What to do next, in full sentences: the advice of the error table [ERR-3].</summary>
    /// <example>
    /// <code>
    /// try
    /// {
    ///     State.Set("", 1);
    /// }
    /// catch (BotyardException e)
    /// {
    ///     Console.WriteLine($"{e.Message}: {e.Next[..25]}"); // invalid state key "": it is empty: Use a non-empty string of
    /// }
    /// </code>
    /// </example>
    public string Next { get; }
}
