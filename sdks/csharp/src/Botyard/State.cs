using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>State: durable keys and values of a bot, one JSON file for each key.</summary>
/// <remarks>
/// Values survive the process, a restart of the bot and a new version of it. File names and contents are the same in
/// every language, so that a bot and its query handlers may be written in different languages [ST-1]. A query process
/// can read the state but not change it [ST-14].
/// </remarks>
/// <example>
/// <code>
/// var trades = State.Get("trades", 0);
/// State.Set("trades", trades + 1);
/// Console.WriteLine(State.Get("trades", 0)); // 1
/// </code>
/// </example>
public static partial class State
{
    /// <summary>Returns the JSON value of a key, or a default if the key does not exist [ST-9].</summary>
    /// <remarks>
    /// A stored <c>null</c> is a value and is returned as null, whatever the default is. Every call reads the file
    /// again, and so returns what another process has set. Only a regular file is a key; a folder, link or pipe in its
    /// place counts as absent [ST-4]. Numbers keep their digits.
    /// </remarks>
    /// <param name="key">The key, as <see cref="Set{T}(string, T)"/> describes.</param>
    /// <param name="defaultValue">Returned if the key does not exist.</param>
    /// <exception cref="BotyardException">
    /// <c>state.invalid_key</c> if the key is not as <see cref="Set{T}(string, T)"/> describes, <c>state.corrupt</c> if its
    /// file is not JSON, whatever the default, <c>state.read_failed</c> if the file cannot be read [ST-3, ST-10,
    /// ST-11].
    /// </exception>
    /// <example>
    /// <code>
    /// State.Set("position", new { symbol = "AAPL", shares = 10 });
    /// var position = State.Get("position");
    /// Console.WriteLine(position?["symbol"]); // AAPL
    /// Console.WriteLine(State.Get("cash") is null); // True
    /// </code>
    /// </example>
    public static JsonNode? Get(string key, JsonNode? defaultValue = null) =>
        TryRead(key, out var value) ? value : defaultValue;

    /// <summary>Returns the value of a key as a type, or a default if the key does not exist [ST-22].</summary>
    /// <remarks>
    /// <para>The value must fit the type at every depth [JSON-19]. An integer is accepted in any notation, such as
    /// <c>3.0</c>, within the range of its type; of an enumeration only what its own JSON form is; null only where the type
    /// has null. A member that is missing is refused, unless it can be null, has a default (that of a parameter of a record,
    /// or the initial value of a property), or can be left out because nothing says <c>required</c>.</para>
    /// <para>Members are named in camel case, as they are written, unless <c>[JsonPropertyName]</c> says otherwise:
    /// <c>Symbol</c> is <c>symbol</c>. For a key that does not exist, <c>Get&lt;int></c> returns 0 and
    /// <c>Get&lt;int?></c> null.</para>
    /// </remarks>
    /// <param name="key">The key, as <see cref="Set{T}(string, T)"/> describes.</param>
    /// <param name="defaultValue">Returned if the key does not exist; without one, the type's own default.</param>
    /// <exception cref="BotyardException">
    /// As <see cref="Get(string, JsonNode?)"/>; <c>state.wrong_type</c> with the path of the first part that does not fit,
    /// such as <c>legs[0].size</c>, whatever the default [ST-20, JSON-20].
    /// </exception>
    /// <example>
    /// <code>
    /// Console.WriteLine(State.Get("runs", 0)); // 0
    /// Console.WriteLine(State.Get&lt;int?>("runs") is null); // True
    /// State.Set("position", new Position("AAPL", 10));
    /// Console.WriteLine(State.Get&lt;Position>("position")?.Shares); // 10
    ///
    /// record Position(string Symbol, int Shares);
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static T? Get<T>(string key, T? defaultValue = default) =>
        TryRead(key, out var value) ? As(key, value, JsonSettings.TypeInfo<T>()) : defaultValue;

    /// <summary>Returns the value of a key as a type with a source-generated JSON form.</summary>
    /// <remarks>
    /// The options of its context hold, also for names: <c>Symbol</c> is <c>Symbol</c> if they do not say otherwise. A
    /// property with <c>init</c> that is missing is refused unless it can be null, because the generator drops its initial
    /// value.
    /// </remarks>
    /// <param name="key">The key, as <see cref="Set{T}(string, T)"/> describes.</param>
    /// <param name="typeInfo">
    /// The JSON form, from a <c>JsonSerializerContext</c> of the bot; a literal null counts as a default of null.
    /// </param>
    /// <param name="defaultValue">Returned if the key does not exist; without one, the type's own default.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    /// <example>
    /// <code>
    /// State.Set("position", new Position("AAPL", 10), PositionJson.Default.Position);
    /// var position = State.Get("position", PositionJson.Default.Position);
    /// Console.WriteLine(position?.Shares); // 10
    ///
    /// record Position(string Symbol, int Shares);
    ///
    /// [JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
    /// [JsonSerializable(typeof(Position))]
    /// partial class PositionJson : JsonSerializerContext;
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static T? Get<T>(string key, JsonTypeInfo<T>? typeInfo, T? defaultValue = default) =>
        TryRead(key, out var value) ? As(key, value, JsonSettings.GivenOrFound(typeInfo)) : defaultValue;

    /// <summary>Stores a value under a key; readers see either the old value or the new one [ST-6, ST-8].</summary>
    /// <remarks>
    /// On return the value is on disk: the call blocks its thread meanwhile, which takes milliseconds, or longer on a busy
    /// disk. Members are named in camel case, unless <c>[JsonPropertyName]</c> says otherwise.
    /// </remarks>
    /// <param name="key">
    /// A non-empty text of at most 200 characters when encoded as a file name: <c>a</c> to <c>z</c>, digits, <c>_</c>
    /// and <c>-</c> count as one, every other byte of its UTF-8 form as three [ST-2, ST-3].
    /// </param>
    /// <param name="value">Any value whose JSON form has at most 1,048,576 bytes; null is stored as <c>null</c>.</param>
    /// <exception cref="BotyardException">
    /// The first of these codes that applies; the old value then stays [ST-5, ST-7, ST-14]: <c>state.read_only</c> in a
    /// query process, <c>state.invalid_key</c> if the key is not as described above, <c>state.invalid_value</c> if the
    /// value has no JSON form, <c>state.value_too_large</c> if it is longer than 1,048,576 bytes as JSON,
    /// <c>state.write_failed</c> if the file cannot be written.
    /// </exception>
    /// <example>
    /// <code>
    /// State.Set("closes", new[] { 187.5, 188.25 });
    /// Console.WriteLine(State.Get("closes")?.ToJsonString()); // [187.5,188.25]
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Set<T>(string key, T value) => Write(key, value, JsonSettings.TypeInfo<T>);

    /// <summary>Stores a value of a source-generated JSON form under a key; on return it is on disk.</summary>
    /// <param name="key">The key, as the overload without <paramref name="typeInfo"/> describes.</param>
    /// <param name="value">A value whose JSON form has at most 1,048,576 bytes.</param>
    /// <param name="typeInfo">The JSON form, from a <c>JsonSerializerContext</c> of the bot.</param>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    public static void Set<T>(string key, T value, JsonTypeInfo<T> typeInfo) =>
        Write(key, value, () => JsonSettings.Fitted(typeInfo));

    /// <summary>Removes a key; on return the removal is on disk.</summary>
    /// <param name="key">The key, as <see cref="Set{T}(string, T)"/> describes.</param>
    /// <returns>Whether the key existed [ST-12].</returns>
    /// <exception cref="BotyardException">
    /// <c>state.read_only</c>, <c>state.invalid_key</c> or <c>state.write_failed</c>, as for
    /// <see cref="Set{T}(string, T)"/> [ST-7, ST-14].
    /// </exception>
    /// <example>
    /// <code>
    /// State.Set("position", 10);
    /// Console.WriteLine(State.Delete("position")); // True
    /// Console.WriteLine(State.Delete("position")); // False
    /// </code>
    /// </example>
    public static bool Delete(string key)
    {
        RefuseInQuery("delete");
        var (directory, path) = PlaceOf(key);
        try
        {
            var existed = Files.Remove(path);
            if (existed) Files.FlushDirectory(directory);
            return existed;
        }
        catch (SystemError error)
        {
            throw Refused("state.write_failed", directory, error);
        }
    }

    /// <summary>Removes every key that <see cref="List"/> returns, and nothing else [ST-13, ST-16].</summary>
    /// <exception cref="BotyardException">
    /// <c>state.read_only</c> or <c>state.write_failed</c>, as for <see cref="Set{T}(string, T)"/> [ST-7, ST-14].
    /// </exception>
    /// <example>
    /// <code>
    /// State.Set("runs", 1);
    /// State.Clear();
    /// Console.WriteLine(State.List().Count); // 0
    /// </code>
    /// </example>
    public static void Clear()
    {
        RefuseInQuery("clear");
        var directory = Variables.StateDirectory;
        try
        {
            var names = Files.Names(directory).Where(name => StateKey.OfFile(name) != null).ToList();
            foreach (var name in names) Files.Remove(Path.Combine(directory, name));
            if (names.Count > 0) Files.FlushDirectory(directory);
        }
        catch (SystemError error)
        {
            throw Refused("state.write_failed", directory, error);
        }
    }

    /// <summary>Returns whether a key exists, even if its value is <c>null</c> or its file is not JSON [ST-10, ST-12].</summary>
    /// <param name="key">The key, as <see cref="Set{T}(string, T)"/> describes.</param>
    /// <exception cref="BotyardException">
    /// <c>state.invalid_key</c> or <c>state.read_failed</c>, as for <see cref="Get(string, JsonNode?)"/>.
    /// </exception>
    /// <example>
    /// <code>
    /// State.Set&lt;object?>("position", null);
    /// Console.WriteLine(State.Exists("position")); // True
    /// Console.WriteLine(State.Exists("runs")); // False
    /// </code>
    /// </example>
    public static bool Exists(string key)
    {
        var (directory, path) = PlaceOf(key);
        try
        {
            return Files.IsFile(path);
        }
        catch (SystemError error)
        {
            throw Refused("state.read_failed", directory, error);
        }
    }

    /// <summary>Returns all keys, sorted by their UTF-8 bytes, without files that are not keys [ST-4, ST-12].</summary>
    /// <exception cref="BotyardException"><c>state.read_failed</c> if the directory cannot be read.</exception>
    /// <example>
    /// <code>
    /// State.Set("runs", 1);
    /// State.Set("position", 10);
    /// Console.WriteLine(string.Join(", ", State.List())); // position, runs
    /// </code>
    /// </example>
    public static IReadOnlyList<string> List()
    {
        var directory = Variables.StateDirectory;
        try
        {
            return [.. Files.Names(directory).Select(StateKey.OfFile).OfType<string>().Order(ByBytes.Comparer)];
        }
        catch (SystemError error)
        {
            throw Refused("state.read_failed", directory, error);
        }
    }
}
