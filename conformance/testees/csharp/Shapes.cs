using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Botyard;

namespace Adapter;

/// <summary>The types that ops read.</summary>
internal static class Shapes
{
    internal static JsonNode? Read(string name, string shape, List<object?> args, QueryRequest? request) => shape switch
    {
        "integer" => Read<long>(name, args, request),
        "byte" => Read<byte>(name, args, request),
        "direction" => Read<Direction>(name, args, request),
        _ => Read<Position>(name, args, request),
    };

    private static JsonNode? Read<T>(string name, List<object?> args, QueryRequest? request)
    {
        if (name == "request.params_as") return Plain(request!.ParamsAs<T>());
        if (name == "input.parse_as") return new JsonObject { ["id"] = Input.Parse().BotId, ["config"] = Plain(Input.Parse<T>().Config) };
        var (key, absent) = (Calls.Text(args, 0), args.Count > 2 ? Calls.Json(args[2]) : null);
        if (absent != null) return Plain(State.Get(key, absent.Deserialize<T>()));
        return State.Exists(key) ? Plain(State.Get<T>(key)) : null;
    }

    private static JsonNode? Plain<T>(T value) => JsonSerializer.SerializeToNode(value, JsonSerializerOptions.Web);

    [JsonConverter(typeof(JsonStringEnumConverter<Direction>))]
    private enum Direction
    {
        [JsonStringEnumMemberName("up")] Up,
        [JsonStringEnumMemberName("down")] Down,
    }

    private sealed record Leg(double Price, byte Size);

    private sealed record Position(string Symbol, long Qty, Direction Direction, double? Stop, IReadOnlyList<Leg> Legs);
}
