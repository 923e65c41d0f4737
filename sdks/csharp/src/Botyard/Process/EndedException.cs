namespace Botyard;

/// <summary>Ends a program in a test, where the process would end. A bot that catches it meets it again at the next call.</summary>
internal sealed class EndedException() : Exception("the bot of this test has ended")
{
    /// <summary>Lets it end a thread or a task of the bot and not the process of the tests.</summary>
    internal static void EndThreadsAndTasks()
    {
        TaskScheduler.UnobservedTaskException += (_, left) =>
        {
            if (left.Exception.InnerExceptions.All(failure => failure is EndedException)) left.SetObserved();
        };
        try
        {
            System.Runtime.ExceptionServices.ExceptionHandling.SetUnhandledExceptionHandler(failure => failure is EndedException);
        }
        catch (InvalidOperationException)
        {
            // The tests have a handler of their own.
        }
    }
}
