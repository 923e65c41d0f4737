using System.Text.Json;

namespace Crossover;

/// <summary>The client of the price feed.</summary>
public sealed class Feed : IDisposable
{
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(5) };
    private readonly string _address;

    private Feed(string address) => _address = address;

    /// <summary>Returns the feed whose address is in the environment.</summary>
    public static Feed FromEnvironment()
    {
        var address = (Environment.GetEnvironmentVariable("PRICE_FEED_URL") ?? "").TrimEnd('/');
        return address.Length > 0
            ? new Feed(address)
            : throw new InvalidOperationException("PRICE_FEED_URL is not set: set it to the address of the price feed");
    }

    /// <summary>Fetches the newest closes of a symbol, oldest first; fewer at the beginning of its history.</summary>
    /// <exception cref="PriceFeedException">The feed sent no prices.</exception>
    public async Task<DailyClose[]> NewestPricesAsync(string symbol, int limit)
    {
        var (status, body) = await GetAsync($"{_address}/v1/prices?symbol={Uri.EscapeDataString(symbol)}&limit={limit}");
        if (status is < 200 or >= 300) throw Refused(status, body);
        try
        {
            return Checked(JsonSerializer.Deserialize(body, Json.Default.PriceList)?.Prices);
        }
        catch (Exception wrong) when (wrong is JsonException or InvalidDataException)
        {
            throw new PriceFeedException("the price feed did not send a price list", wrong.Message);
        }
    }

    public void Dispose() => _client.Dispose();

    private async Task<(int Status, byte[] Body)> GetAsync(string address)
    {
        try
        {
            using var response = await _client.GetAsync(new Uri(address));
            return ((int)response.StatusCode, await response.Content.ReadAsByteArrayAsync());
        }
        catch (Exception failure) when (failure is HttpRequestException or TaskCanceledException or UriFormatException)
        {
            throw new PriceFeedException("the price feed did not answer", failure.Message);
        }
    }

    private static PriceFeedException Refused(int status, byte[] body)
    {
        try
        {
            var (code, message) = JsonSerializer.Deserialize(body, Json.Default.Refusal)!;
            return new PriceFeedException($"the price feed refused: {status} {code}", message);
        }
        catch (Exception wrong) when (wrong is JsonException or NullReferenceException)
        {
            return new PriceFeedException($"the price feed refused: {status}", $"HTTP status {status}");
        }
    }

    private static DailyClose[] Checked(DailyClose[]? prices)
    {
        if (prices is null) throw new InvalidDataException("it is null");
        foreach (var price in prices)
        {
            if (price is null) throw new InvalidDataException("a price is null");
            if (price.Close is not (>= 0.0001 and < 1e12)) throw new InvalidDataException($"{price.Close} is not a price");
        }
        foreach (var (before, after) in prices.Zip(prices.Skip(1)))
        {
            if (string.CompareOrdinal(after.Date, before.Date) <= 0)
            {
                throw new InvalidDataException($"\"{after.Date}\" follows \"{before.Date}\"");
            }
        }
        return prices;
    }
}

/// <summary>The answer of the feed.</summary>
public sealed record PriceList(DailyClose[] Prices);

/// <summary>The answer of the feed if it refuses.</summary>
public sealed record Refusal(string Code, string Message);

/// <summary>The feed sent no prices. `Reason` has further details.</summary>
public sealed class PriceFeedException(string message, string reason) : Exception(message)
{
    public string Reason { get; } = reason;
}
