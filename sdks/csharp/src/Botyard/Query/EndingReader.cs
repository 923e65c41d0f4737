using System.IO.Pipelines;
using System.Net.Sockets;

namespace Botyard;

/// <summary>The input of a connection, which can be made to end behind what has been received.</summary>
/// <param name="input">The input that the transport fills.</param>
/// <param name="unread">The number of bytes that the system holds for the transport.</param>
internal sealed class EndingReader(PipeReader input, Func<int> unread) : PipeReader
{
    private static readonly TimeSpan _step = TimeSpan.FromMilliseconds(10);
    private volatile bool _hasEnded;

    /// <summary>Ends the input once the transport has taken over what the system has received.</summary>
    internal async Task EndAsync()
    {
        try
        {
            // Twice empty: the bytes of the first time may still be on their way from the system to the pipe.
            for (var empty = 0; empty < 2; empty = unread() == 0 ? empty + 1 : 0) await Task.Delay(_step).ConfigureAwait(false);
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            // The client has closed the connection.
        }
        _hasEnded = true;
        input.CancelPendingRead();
    }

    public override async ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        // A cancelled read returns at once with all that is there.
        if (_hasEnded) input.CancelPendingRead();
        var read = await input.ReadAsync(cancellationToken).ConfigureAwait(false);
        return Ending(read);
    }

    public override bool TryRead(out ReadResult result)
    {
        if (_hasEnded) input.CancelPendingRead();
        if (!input.TryRead(out result)) return false;
        result = Ending(result);
        return true;
    }

    public override void AdvanceTo(SequencePosition consumed) => input.AdvanceTo(consumed);

    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined) =>
        input.AdvanceTo(consumed, examined);

    public override void CancelPendingRead() => input.CancelPendingRead();

    public override void Complete(Exception? exception = null) => input.Complete(exception);

    private ReadResult Ending(ReadResult read) =>
        _hasEnded ? new ReadResult(read.Buffer, isCanceled: false, isCompleted: true) : read;
}
