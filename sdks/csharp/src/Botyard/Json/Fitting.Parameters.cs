using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <content>Parameters of a query: one that is no text also accepts the JSON text of its value .</content>
internal sealed partial class Fitting
{
    private bool _areParameters;

    /// <summary>Writes all parameters.</summary>
    /// <exception cref="MisfitException">They do not fit.</exception>
    internal void WriteParameters(JsonObject values, JsonTypeInfo form)
    {
        _areParameters = true;
        Write(values, Wanted.Whole(form));
    }

    /// <summary>Writes one parameter.</summary>
    /// <exception cref="MisfitException">It does not fit.</exception>
    internal void WriteParameter(JsonNode? value, Wanted wanted)
    {
        if (value?.GetValueKind() != JsonValueKind.String || TakesText(value, wanted)
            || !Accept.TryTextForm(value, out var spelled) || spelled?.GetValueKind() == JsonValueKind.String)
        {
            Write(value, wanted);
            return;
        }
        var depth = _path.Count;
        try
        {
            Write(spelled, wanted);
        }
        catch (MisfitException misfit) when (misfit.Depth == depth && !misfit.IsMissing)
        {
            throw misfit.Of(value);
        }
    }

    private static bool TakesText(JsonNode text, Wanted wanted)
    {
        var type = Nullable.GetUnderlyingType(wanted.Form.Type) ?? wanted.Form.Type;
        if (type == typeof(string)) return true;
        if (IsKnown(wanted.Form) && (wanted.Form.Kind != JsonTypeInfoKind.None || type == typeof(bool))) return false;
        if (IsKnown(wanted.Form) && NumberForm.Knows(type)) return (wanted.Numbers & NumbersInStrings) != 0;
        // Only the library knows.
        using var unused = JsonText.Begin();
        try
        {
            new Fitting(unused.Writer).Write(text, wanted);
            return true;
        }
        catch (MisfitException)
        {
            return false;
        }
    }
}
