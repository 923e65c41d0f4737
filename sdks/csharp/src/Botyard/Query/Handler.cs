using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>A registered handler: it returns the JSON text of its answer.</summary>
/// <param name="Run">Runs it; a <see cref="NoJsonException"/> says that the answer has no JSON form.</param>
/// <param name="Blocks">Whether it occupies a thread until it has answered .</param>
internal sealed record Handler(Func<QueryRequest, Task<byte[]>> Run, bool Blocks)
{
    internal static Handler Of<T>(Func<QueryRequest, T> answer, Func<JsonTypeInfo<T>> form) =>
        new(request => Task.FromResult(JsonWriting.Write(answer(request), form)), true);

    internal static Handler Of<T>(Func<QueryRequest, Task<T>> answer, Func<JsonTypeInfo<T>> form) =>
        new(async request => JsonWriting.Write(await answer(request).ConfigureAwait(false), form), false);
}
