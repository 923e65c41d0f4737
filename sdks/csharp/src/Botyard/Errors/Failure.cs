using System.Text;

namespace Botyard;

/// <summary>Makes the errors of the contract's table.</summary>
internal static class Failure
{
    /// <summary>Makes the error of a code; the values replace the placeholders of its message.</summary>
    internal static BotyardException Of(string code, params ReadOnlySpan<(string Name, string Value)> values) =>
        From(null, code, values);

    /// <summary>Makes the error of a code that has a cause.</summary>
    internal static BotyardException From(
        Exception? cause, string code, params ReadOnlySpan<(string Name, string Value)> values)
    {
        var (template, next) = ErrorTable.Rows[code];
        return new BotyardException(code, Filled(template, values), next, cause);
    }

    /// <summary>Fills in the placeholders in one pass, so that a value may contain braces.</summary>
    private static string Filled(string template, ReadOnlySpan<(string Name, string Value)> values)
    {
        var message = new StringBuilder();
        var rest = template.AsSpan();
        while (rest.IndexOf('{') is >= 0 and var start)
        {
            var end = rest.IndexOf('}');
            message.Append(rest[..start]);
            foreach (var (name, value) in values)
            {
                if (rest[(start + 1)..end].SequenceEqual(name)) message.Append(value);
            }
            rest = rest[(end + 1)..];
        }
        return message.Append(rest).ToString();
    }
}
