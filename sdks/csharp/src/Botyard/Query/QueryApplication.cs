using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Botyard;

/// <summary>Answers the HTTP requests of a query server.</summary>
internal sealed class QueryApplication(Registry registry) : IHttpApplication<IFeatureCollection>
{
    private const int LargestBody = 1_048_576;
    private static readonly SemaphoreSlim _threads = new(Server.HandlerThreads);

    public IFeatureCollection CreateContext(IFeatureCollection contextFeatures) => contextFeatures;

    public void DisposeContext(IFeatureCollection context, Exception? exception)
    {
        // The features are the library's.
    }

    /// <summary>Answers a request by its method, path, body and parameters, in this order .</summary>
    public async Task ProcessRequestAsync(IFeatureCollection context)
    {
        var request = context.GetRequiredFeature<IHttpRequestFeature>();
        var (path, query) = Target.Split(request.RawTarget);
        var outcome = await OutcomeOfAsync(context, request, path, query).ConfigureAwait(false);
        var body = outcome.Body;
        var response = context.GetRequiredFeature<IHttpResponseFeature>();
        response.StatusCode = outcome.Status;
        response.Headers.ContentType = "application/json";
        response.Headers.ContentLength = body.Length;
        // The library then reads the rest of the body for some seconds, so that the client receives the answer.
        if (outcome.Status == 413) response.Headers.Connection = "close";
        if (outcome.Status == 405) response.Headers.Allow = "GET, POST";
        if (request.Method == HttpMethods.Head) return;
        await context.GetRequiredFeature<IHttpResponseBodyFeature>().Writer.WriteAsync(body).ConfigureAwait(false);
    }

    private async Task<Outcome> OutcomeOfAsync(
        IFeatureCollection context, IHttpRequestFeature request, string path, string query)
    {
        if (request.Method is not ("GET" or "POST"))
        {
            return Outcome.Refused("query.method_not_allowed", ("method", request.Method));
        }
        if (registry.Find(path) is not { } handler) return Outcome.UnknownPath(path, registry);
        if (await ReadAsync(request).ConfigureAwait(false) is not { } body)
        {
            return Outcome.Refused("query.body_too_large");
        }
        var aborted = context.Get<IHttpRequestLifetimeFeature>()?.RequestAborted ?? CancellationToken.None;
        var values = Target.Parameters(query);
        // The library runs each request on a thread of the pool, so that a handler may block it.
        Task<Outcome> Ask() => Outcome.OfHandler(handler, path, values, body, aborted);
        if (!handler.Blocks) return await Ask().ConfigureAwait(false);
        await _threads.WaitAsync(CancellationToken.None).ConfigureAwait(false);
        try
        {
            return await Ask().ConfigureAwait(false);
        }
        finally
        {
            _threads.Release();
        }
    }

    /// <summary>Reads the body; null if it is too large, in which case its rest is not read.</summary>
    /// <exception cref="BadHttpRequestException">The body is not HTTP, which the library answers with 400.</exception>
    private static async Task<ReadOnlyMemory<byte>?> ReadAsync(IHttpRequestFeature request)
    {
        if (request.Headers.ContentLength > LargestBody) return null;
        try
        {
            return await ReadAllAsync(request).ConfigureAwait(false);
        }
        catch (Exception malformed) when (malformed is OverflowException or (IOException and not BadHttpRequestException))
        {
            throw new BadHttpRequestException("The body cannot be read.", malformed);
        }
    }

    private static async Task<ReadOnlyMemory<byte>?> ReadAllAsync(IHttpRequestFeature request)
    {
        using var body = new MemoryStream();
        var part = new byte[Math.Min(request.Headers.ContentLength ?? 4096, 16_384)];
        while (await request.Body.ReadAsync(part).ConfigureAwait(false) is > 0 and var read)
        {
            body.Write(part, 0, read);
            if (body.Length > LargestBody) return null;
        }
        return body.GetBuffer().AsMemory(0, (int)body.Length);
    }
}
