using System.Runtime.ExceptionServices;

namespace Botyard;

/// <summary>Failures of threads and tasks that a handler started and did not wait for .</summary>
internal static class LeftWork
{
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(5);

    /// <summary>From now on such a failure is logged and does not end the process.</summary>
    internal static void Watch()
    {
        TaskScheduler.UnobservedTaskException += (_, left) =>
        {
            left.SetObserved();
            foreach (var failure in left.Exception.InnerExceptions) FailureRecord.LogLeftWork(failure);
        };
        try
        {
            ExceptionHandling.SetUnhandledExceptionHandler(failure =>
            {
                FailureRecord.LogLeftWork(failure);
                return true;
            });
        }
        catch (InvalidOperationException)
        {
            // The bot has a handler of its own.
        }
    }

    /// <summary>
    /// Sees to it that the failure of a task is not logged much later: the runtime reports it when it collects the task,
    /// which a quiet server does once in hours. Some time after an exception it is asked to, in the background.
    /// </summary>
    internal static void CollectAfterExceptions()
    {
        var isDue = 0;
        var timer = new Timer(_ =>
        {
            Volatile.Write(ref isDue, 0);
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: false);
        });
        AppDomain.CurrentDomain.FirstChanceException += (_, _) =>
        {
            if (Interlocked.Exchange(ref isDue, 1) == 0) timer.Change(_patience, Timeout.InfiniteTimeSpan);
        };
    }
}
