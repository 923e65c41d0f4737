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

    /// <summary>Whether the text of an exception has more causes than this; one that occurs again counts again.</summary>
    internal static bool AreMoreThan(int most, Exception failure)
    {
        var left = new Queue<Exception>([failure]);
        for (var count = -1; left.TryDequeue(out var next); count++)
        {
            if (count >= most) return true;
            foreach (var one in WrappedBy(next).Take(most + 1)) left.Enqueue(one);
        }
        return false;
    }

    private static IEnumerable<Exception> WrappedBy(Exception failure)
    {
        if (failure is AggregateException several)
        {
            // The first of them is the inner exception.
            foreach (var one in several.InnerExceptions) yield return one;
        }
        else if (failure.InnerException is { } inner)
        {
            yield return inner;
        }
    }
}
