using System.Text.Json.Nodes;
using Botyard;

namespace Adapter;

/// <summary>What the op `fail` throws.</summary>
internal sealed class Fault(string? message, Exception? cause = null) : Exception(message, cause)
{
    /// <summary>What the trace contains of a failure.</summary>
    internal static JsonObject Note(Exception failure)
    {
        var own = failure as BotyardException;
        return new JsonObject
        {
            ["code"] = own?.Code,
            ["message"] = failure.Message,
            ["next"] = own?.Next,
            ["cause"] = failure.InnerException?.Message,
        };
    }
}
