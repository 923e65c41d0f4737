using System.Diagnostics.CodeAnalysis;
using Botyard.Testing;

namespace Botyard;

/// <summary>What the SDK uses instead of the process while a test runs a bot's code.</summary>
/// <remarks>It follows the calls of the test into threads and tasks. Outside of tests there is none.</remarks>
internal sealed class TestProcess(TestBot bot, bool isQueryProcess = false)
{
    private static AsyncLocal<TestProcess?>? _entered;
    private readonly TaskCompletionSource<int> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>That to which the caller belongs; null outside of tests.</summary>
    /// <exception cref="EndedException">It has ended: nothing of the bot runs any more.</exception>
    internal static TestProcess? Current
    {
        get
        {
            var current = _entered?.Value;
            if (current is { HasEnded: true }) throw new EndedException();
            return current;
        }
    }

    /// <summary>The bot to which the caller belongs, also after its end.</summary>
    internal static TestBot? Entered => _entered?.Value?.Bot;

    /// <summary>Begins a write to state or result: in a test, the folder then stays until the scope ends.</summary>
    internal static Lock.Scope BeginWrite() => Entered is { } bot ? bot.KeepFolder() : default;

    internal TestBot Bot => bot;

    internal bool IsQueryProcess => isQueryProcess;

    /// <summary>Its exit code, as soon as a call of the SDK has ended it.</summary>
    internal Task<int> ExitCode => _end.Task;

    private bool HasEnded => ExitCode.IsCompleted || bot.IsDisposed;

    /// <summary>Makes the caller, and what it starts from now on, belong to the process; or to none.</summary>
    internal static void Enter(TestProcess? process)
    {
        if (_entered is null) Interlocked.CompareExchange(ref _entered, new AsyncLocal<TestProcess?>(), null);
        _entered.Value = process;
    }

    /// <summary>Runs what belongs to this process.</summary>
    internal T Run<T>(Func<T> body)
    {
        var before = _entered?.Value;
        Enter(this);
        try
        {
            return body();
        }
        finally
        {
            Enter(before);
        }
    }

    /// <summary>Ends it where the process would end.</summary>
    [DoesNotReturn]
    internal void End(int exitCode)
    {
        _end.TrySetResult(exitCode);
        throw new EndedException();
    }
}
