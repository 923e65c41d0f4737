using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace Botyard;

/// <summary>
/// Connections of a server that stops: what has been received until then is read and answered, also a request that waits
/// behind another one. Kestrel by itself would answer only the current request of a connection.
/// </summary>
internal static class Draining
{
    /// <summary>Serves a connection until its client closes it or, once the server stops, until all is answered.</summary>
    internal static async Task ServeAsync(ConnectionDelegate next, ConnectionContext connection)
    {
        var lifetime = connection.Features.Get<IConnectionLifetimeNotificationFeature>();
        var socket = connection.Features.Get<IConnectionSocketFeature>()!.Socket;
        var input = new EndingReader(connection.Transport.Input, () => socket.Available);
        connection.Transport = new Pipes(input, connection.Transport.Output);
        connection.Features.Set<IConnectionLifetimeNotificationFeature>(null);
        using var stopping = lifetime?.ConnectionClosedRequested.Register(() => _ = input.EndAsync());
        await next(connection).ConfigureAwait(false);
    }

    private sealed record Pipes(PipeReader Input, PipeWriter Output) : IDuplexPipe;
}
