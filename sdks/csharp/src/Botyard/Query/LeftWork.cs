using System.Runtime.ExceptionServices;

namespace Botyard;

/// <summary>Failures of threads and tasks that a handler started and did not wait for .</summary>
internal static class LeftWork
{
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
}
