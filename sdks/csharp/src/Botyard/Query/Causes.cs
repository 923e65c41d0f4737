namespace Botyard;

/// <summary>The causes of an exception .</summary>
internal static class Causes
{
    /// <summary>
    /// What an exception wraps, each once: its inner exception, or all of an <see cref="AggregateException"/>, then what
    /// these wrap, and so on.
    /// </summary>
    internal static List<Exception> Of(Exception failure)
    {
        var seen = new HashSet<Exception>(ReferenceEqualityComparer.Instance) { failure };
        List<Exception> causes = [.. WrappedBy(failure).Where(seen.Add)];
        for (var at = 0; at < causes.Count; at++) causes.AddRange(WrappedBy(causes[at]).Where(seen.Add));
        return causes;
    }

    /// <summary>The error of a typed accessor that an exception is or wraps; null if there is none.</summary>
    internal static BotyardException? RefusalIn(Exception failure) => Of(failure).Prepend(failure)
        .OfType<BotyardException>().FirstOrDefault(error => error.Code == "query.invalid_param");

    private static IEnumerable<Exception> WrappedBy(Exception failure)
    {
        if (failure.InnerException is { } inner) yield return inner;
        if (failure is not AggregateException several) yield break;
        foreach (var one in several.InnerExceptions) yield return one;
    }
}
