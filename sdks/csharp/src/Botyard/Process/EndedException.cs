namespace Botyard;

/// <summary>Ends a program in a test, where the process would end. A bot that catches it meets it again at the next call.</summary>
internal sealed class EndedException() : Exception("the bot of this test has ended")
{
    /// <summary>Lets it end a thread of the bot and not the process of the tests.</summary>
    internal static void EndThreads()
    {
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
