// The hello of Kestrel with the slim host of ASP.NET Core.

var builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.WebHost.UseUrls($"http://127.0.0.1:{Environment.GetEnvironmentVariable("QUERY_PORT")}");
var app = builder.Build();
app.MapPost("/ping", () => Results.Text("""{"pong":true}""", "application/json"));
app.Run();
