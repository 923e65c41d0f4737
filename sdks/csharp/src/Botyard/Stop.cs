using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace Botyard;

/// <summary>The platform's request to stop, which is the signal SIGTERM.</summary>
/// <remarks>
/// From the first use of a member of this class on, SIGTERM does not end the process any more: the bot ends itself, within
/// the platform's grace period (default: 10 s). Handlers of the signal that the bot has registered by
/// <c>PosixSignalRegistration</c> are called as before [STOP-1, STOP-4].
/// </remarks>
/// <example>
/// <code>
/// var looks = 0;
/// do
/// {
///     looks++;
/// }
/// while (looks &lt; 3 &amp;&amp; !Stop.Wait(TimeSpan.FromMilliseconds(10)));
/// Console.WriteLine(looks); // 3
/// </code>
/// </example>
public static class Stop
{
    /// <summary>The longest time that a timer of the library can have.</summary>
    private static readonly TimeSpan _longest = TimeSpan.FromMilliseconds(int.MaxValue);

    private static readonly Lock _installing = new();
    private static volatile CancellationTokenSource? _stopping;

    [SuppressMessage("CodeQuality", "IDE0052", Justification = "A registration that nothing refers to ends.")]
    private static PosixSignalRegistration? _registration;

    /// <summary>
    /// Whether the platform has asked the bot to stop: whether the process has received SIGTERM since the first use of a
    /// member of this class [STOP-2].
    /// </summary>
    /// <exception cref="BotyardException"><c>stop.unavailable</c> if the system refuses a handler [STOP-5].</exception>
    /// <example>
    /// <code>
    /// foreach (var symbol in new[] { "AAPL", "MSFT" })
    /// {
    ///     if (Stop.Requested) break;
    ///     Console.WriteLine("next"); // next
    ///     break;
    /// }
    /// </code>
    /// </example>
    public static bool Requested => Token.IsCancellationRequested;

    /// <summary>
    /// A token that is cancelled when the platform asks the bot to stop, for whatever takes one, such as a request of an
    /// <c>HttpClient</c>.
    /// </summary>
    /// <remarks>An exception of a callback is logged, and the other callbacks are called.</remarks>
    /// <exception cref="BotyardException"><c>stop.unavailable</c>, as for <see cref="Requested"/>.</exception>
    /// <example>
    /// <code>
    /// using var told = Stop.Token.Register(() => Log.Info("asked to stop"));
    /// Console.WriteLine(Stop.Token.IsCancellationRequested); // False
    /// </code>
    /// </example>
    public static CancellationToken Token => TestProcess.Current?.Bot.StopToken ?? (_stopping ?? Install()).Token;

    /// <summary>Blocks the thread until the platform asks the bot to stop, at most for a time [STOP-3].</summary>
    /// <remarks>It may be called in several threads at once; all of them are told.</remarks>
    /// <param name="time">
    /// The longest time; what is not above 0 counts as 0, <c>Timeout.InfiniteTimeSpan</c> too. For a wait without end there
    /// is <c>TimeSpan.MaxValue</c>.
    /// </param>
    /// <returns>True as soon as the bot is asked to stop, also if it was before; false after the time.</returns>
    /// <exception cref="BotyardException"><c>stop.unavailable</c>, as for <see cref="Requested"/>.</exception>
    /// <example><code>Console.WriteLine(Stop.Wait(TimeSpan.FromMilliseconds(10))); // False</code></example>
    public static bool Wait(TimeSpan time)
    {
        if (TestProcess.Current is { } test) return test.Bot.Wait(time);
        var asked = Token.WaitHandle;
        for (; time > _longest; time -= _longest)
        {
            if (asked.WaitOne(_longest)) return true;
        }
        return asked.WaitOne(time > TimeSpan.Zero ? time : TimeSpan.Zero);
    }

    /// <summary>Waits as <see cref="Wait"/> does, and occupies no thread meanwhile.</summary>
    /// <param name="time">The longest time, as for <see cref="Wait"/>.</param>
    /// <returns>True as soon as the bot is asked to stop, also if it was before; false after the time.</returns>
    /// <exception cref="BotyardException"><c>stop.unavailable</c>, as for <see cref="Requested"/>.</exception>
    /// <example>
    /// <code>
    /// var looks = 0;
    /// while (looks &lt; 3 &amp;&amp; !await Stop.WaitAsync(TimeSpan.FromMilliseconds(10))) looks++;
    /// Console.WriteLine(looks); // 3
    /// </code>
    /// </example>
    public static async Task<bool> WaitAsync(TimeSpan time)
    {
        if (TestProcess.Current is { } test)
        {
            test.Bot.Wait(time);
            // As a real wait does, it lets other work of the bot go on.
            await Task.Yield();
            return Requested;
        }
        for (var asked = Token; time > TimeSpan.Zero && !asked.IsCancellationRequested; time -= _longest)
        {
            var part = time < _longest ? time : _longest;
            await Task.Delay(part, asked).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        return Requested;
    }

    /// <summary>Tells all that wait; what a callback of the bot throws is logged, and stops nothing [STOP-1].</summary>
    internal static void Cancel(CancellationTokenSource stopping)
    {
        try
        {
            stopping.Cancel();
        }
        catch (AggregateException failures)
        {
            foreach (var failure in failures.InnerExceptions.Where(one => one is not EndedException)) FailureRecord.LogLeftWork(failure);
        }
    }

    private static CancellationTokenSource Install()
    {
        lock (_installing)
        {
            if (_stopping is { } installed) return installed;
            var stopping = new CancellationTokenSource();
            try
            {
                _registration = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal =>
                {
                    signal.Cancel = true;
                    Cancel(stopping);
                });
            }
            catch (Exception refused) when (refused is PlatformNotSupportedException or Win32Exception or IOException)
            {
                stopping.Dispose();
                throw Failure.From(refused, "stop.unavailable", ("reason", refused.Message));
            }
            return _stopping = stopping;
        }
    }
}
