using System.Net.WebSockets;
using System.Text;

var (way, url) = (args[0], new Uri(args[1]));
try
{
    Console.WriteLine(way == "ClientWebSocket" ? await Echo(url) : await Get(url, Version.Parse(way)));
    return 0;
}
catch (Exception error)
{
    Console.Error.WriteLine(error);
    return 1;
}

static async Task<string> Get(Uri url, Version version)
{
    using var client = new HttpClient { DefaultRequestVersion = version };
    return await client.GetStringAsync(url);
}

static async Task<string> Echo(Uri url)
{
    using var socket = new ClientWebSocket();
    await socket.ConnectAsync(url, CancellationToken.None);
    await socket.SendAsync(Encoding.UTF8.GetBytes("hello"), WebSocketMessageType.Text, true, CancellationToken.None);
    var buffer = new byte[100];
    var result = await socket.ReceiveAsync(buffer, CancellationToken.None);
    await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
    return Encoding.UTF8.GetString(buffer, 0, result.Count);
}
