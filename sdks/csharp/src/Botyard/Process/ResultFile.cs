using System.Diagnostics.CodeAnalysis;

namespace Botyard;

/// <summary>The result file, and the end of the process that <see cref="Bot.Error"/> brings about.</summary>
internal static class ResultFile
{
    private static readonly Lock _writing = new();

    /// <summary>Writes the run's result.</summary>
    internal static void Write(ReadOnlySpan<byte> document)
    {
        lock (_writing) ReplaceDurably(document);
    }

    /// <summary>Writes the run's result and one log line, and ends the process [RES-7, RES-9].</summary>
    [DoesNotReturn]
    internal static void WriteAndEnd(string message, ReadOnlySpan<byte> document)
    {
        // A result that another thread is writing is completed first, and none is written after this one [RES-19].
        lock (_writing)
        {
            BotyardException? refused = null;
            try
            {
                ReplaceDurably(document);
            }
            catch (BotyardException failure)
            {
                refused = failure;
            }
            StandardStream.Error.TryWrite(LogLine.Of("error", message));
            if (refused != null) StandardStream.Error.TryWrite(LogLine.Of("error", refused.Message));
            ProcessEnd.FlushAndExit(1);
        }
    }

    /// <summary>Writes the answer of a one-shot query, and ends the process .</summary>
    /// <remarks>
    /// The caller does not survive a crash of the machine, so that the name of the file need not.
    /// </remarks>
    [DoesNotReturn]
    internal static void AnswerAndEnd(ReadOnlySpan<byte> document, int exitCode)
    {
        try
        {
            Replace(document);
        }
        catch (BotyardException failure)
        {
            StandardStream.Error.TryWrite(LogLine.Of("error", failure.Message));
            exitCode = 1;
        }
        ProcessEnd.Exit(exitCode);
    }

    private static void ReplaceDurably(ReadOnlySpan<byte> document)
    {
        Replace(document);
        Files.FlushDirectory(Path.GetDirectoryName(Variables.ResultPath) ?? "/");
    }

    private static void Replace(ReadOnlySpan<byte> document)
    {
        var path = Variables.ResultPath;
        using var begun = TestProcess.BeginWrite();
        try
        {
            Files.Replace(path, Path.GetFileName(path), document);
        }
        catch (SystemError error)
        {
            throw Failure.From(error, "result.write_failed", ("path", path), ("reason", error.Name));
        }
    }
}
