using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Microsoft.Net.Http.Headers;

namespace Botyard;

/// <summary>The HTTP server of a realtime bot's queries.</summary>
internal static class Server
{
    /// <summary>How many handlers that block a thread run at once; further queries wait .</summary>
    internal const int HandlerThreads = 64;

    private const int ReadingThreads = 32;

    /// <summary>Serves until SIGTERM or SIGINT, answers what has been received, and ends the process .</summary>
    /// <exception cref="BotyardException"><c>query.invalid_port</c>, <c>query.listen_failed</c></exception>
    [DoesNotReturn]
    internal static void Run(Registry registry)
    {
        var port = Port(Variables.Get("QUERY_PORT") ?? "9476");
        var host = Variables.Get("QUERY_HOST") ?? "127.0.0.1";
        // The pool grows by one or two threads a second beyond its minimum, which waiting queries would notice.
        ThreadPool.GetMinThreads(out var threads, out var completions);
        ThreadPool.SetMinThreads(Math.Max(threads, HandlerThreads + ReadingThreads), completions);
        RunAsync(registry, host, port).GetAwaiter().GetResult();
        throw new System.Diagnostics.UnreachableException();
    }

    private static async Task RunAsync(Registry registry, string host, int port)
    {
        var stop = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        void Stop(PosixSignalContext signal)
        {
            signal.Cancel = true;
            stop.TrySetResult();
        }
        // Before listening: a client may connect and send a signal at once.
        using var terminated = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
        using var interrupted = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
        using var server = await ListenAsync(registry, host, port).ConfigureAwait(false);
        LeftWork.Watch();
        LeftWork.CollectAfterExceptions();
        await stop.Task.ConfigureAwait(false);
        await server.StopAsync(CancellationToken.None).ConfigureAwait(false);
        // The process ends with the signals still caught.
        ProcessEnd.FlushAndExit(0);
    }

    private static async Task<KestrelServer> ListenAsync(Registry registry, string host, int port)
    {
        var addresses = await ResolveAsync(host, port).ConfigureAwait(false);
        for (var at = 0; ; at++)
        {
            var server = Made(new IPEndPoint(addresses[at], port));
            try
            {
                await server.StartAsync(new QueryApplication(registry), CancellationToken.None).ConfigureAwait(false);
                return server;
            }
            catch (Exception refused) when (SocketErrorOf(refused) is { } error)
            {
                server.Dispose();
                if (at == addresses.Length - 1) throw ListenFailed(host, port, error);
            }
        }
    }

    private static async Task<IPAddress[]> ResolveAsync(string host, int port)
    {
        try
        {
            return IPAddress.TryParse(host, out var address)
                ? [address]
                : await Dns.GetHostAddressesAsync(host).ConfigureAwait(false);
        }
        catch (Exception unknown) when (unknown is SocketException or ArgumentException)
        {
            throw ListenFailed(host, port, unknown);
        }
    }

    private static KestrelServer Made(IPEndPoint address)
    {
        var options = new KestrelServerOptions { AddServerHeader = false, AllowHostHeaderOverride = true };
        options.RequestHeaderEncodingSelector = name => name == HeaderNames.ContentLength ? LengthEncoding.Instance : null;
        options.Limits.MaxRequestBodySize = null;
        options.Limits.MinRequestBodyDataRate = null;
        options.Limits.MaxRequestLineSize = 131_072;
        options.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(10);
        options.Listen(address, listen =>
        {
            listen.Protocols = HttpProtocols.Http1;
            listen.Use(next => connection => Draining.ServeAsync(next, connection));
        });
        var transport = new SocketTransportFactory(Options.Create(new SocketTransportOptions()), NullLoggerFactory.Instance);
        return new KestrelServer(Options.Create(options), transport, NullLoggerFactory.Instance);
    }

    private static SocketException? SocketErrorOf(Exception? failure) =>
        failure is null ? null : failure as SocketException ?? SocketErrorOf(failure.InnerException);

    private static BotyardException ListenFailed(string host, int port, Exception cause)
    {
        var reason = cause is SocketException error ? SystemError.NameOf(error) : "ENOTFOUND";
        return Failure.From(
            cause, "query.listen_failed", ("host", host), ("port", Describe.Number(port)), ("reason", reason));
    }

    /// <summary>Reads the port from the text of <c>QUERY_PORT</c> [Q-21].</summary>
    private static int Port(string text)
    {
        var isNumber = text.Length <= 5 && text.All(char.IsAsciiDigit);
        return isNumber && int.Parse(text, System.Globalization.CultureInfo.InvariantCulture) is > 0 and <= 65_535 and var port
            ? port
            : throw Failure.Of("query.invalid_port", ("value", Describe.Shown(text)));
    }
}
