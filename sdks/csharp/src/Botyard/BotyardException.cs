namespace Botyard;

/// <summary>A failure of the SDK, with a code of the contract's error table [ERR-1].</summary>
/// <remarks>
/// The cause, if there is one, is <see cref="Exception.InnerException"/>. Tell failures apart by their code:
/// <code>
/// try
/// {
///     State.Set("closes", closes);
/// }
/// catch (BotyardException e) when (e.Code == ErrorCodes.StateValueTooLarge)
/// {
///     State.Set("closes", closes[^100..]);
/// }
/// </code>
/// </remarks>
public sealed class BotyardException : Exception
{
    internal BotyardException(string code, string message, string next, Exception? cause)
        : base(message, cause)
    {
        Code = code;
        Next = next;
    }

    /// <summary>The code, such as <see cref="ErrorCodes.StateReadOnly"/>, <c>state.read_only</c>.</summary>
    public string Code { get; }

    /// <summary>What to do next: the advice of the error table [ERR-3].</summary>
    public string Next { get; }
}
