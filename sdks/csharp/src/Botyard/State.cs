using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <summary>The bot's state: values by key, which survive the process.</summary>
/// <remarks>
/// A key is any text whose encoded form has 1 to 200 characters: <c>a</c>–<c>z</c>, digits, <c>_</c> and <c>-</c> count
/// as one, every other byte as three [ST-3]. A query process can read the state but not change it [ST-14].
/// </remarks>
/// <example>
/// <code>
/// var trades = State.Get&lt;int&gt;("trades");
/// State.Set("trades", trades + 1);
/// </code>
/// </example>
public static class State
{
    private const int LargestValue = 1_048_576;

    /// <summary>Returns the JSON value of a key, or a default if the key does not exist [ST-9].</summary>
    /// <remarks>A stored <c>null</c> is returned as null, whatever the default is.</remarks>
    /// <exception cref="BotyardException">
    /// <c>state.invalid_key</c>, <c>state.read_failed</c>, and <c>state.corrupt</c> if the key's file is not JSON.
    /// </exception>
    public static JsonNode? Get(string key, JsonNode? defaultValue = null) =>
        TryRead(key, out var value) ? value : defaultValue;

    /// <summary>Returns the value of a key as a type, or a default if the key does not exist.</summary>
    /// <exception cref="BotyardException">
    /// As <see cref="Get(string, JsonNode?)"/>; <c>state.wrong_type</c> if the value is not of this type [ST-20].
    /// </exception>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static T? Get<T>(string key, T? defaultValue = default) =>
        TryRead(key, out var value) ? As(key, value, JsonSettings.TypeInfo<T>()) : defaultValue;

    /// <summary>Returns the value of a key as a type with a source-generated JSON form.</summary>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    public static T? Get<T>(string key, JsonTypeInfo<T> typeInfo, T? defaultValue = default) =>
        TryRead(key, out var value) ? As(key, value, typeInfo) : defaultValue;

    /// <summary>Sets the value of a key; it is on disk when the method returns.</summary>
    /// <remarks>Readers see either the old value or the new one [ST-6].</remarks>
    /// <param name="key">The key.</param>
    /// <param name="value">Any value whose JSON form has at most 1 MiB.</param>
    /// <exception cref="BotyardException">
    /// <c>state.read_only</c> in a query process, <c>state.invalid_key</c>, <c>state.invalid_value</c> if the value has
    /// no JSON form, <c>state.value_too_large</c>, <c>state.write_failed</c>, in this order [ST-5].
    /// </exception>
    [RequiresUnreferencedCode(JsonSettings.Reflection), RequiresDynamicCode(JsonSettings.Reflection)]
    public static void Set<T>(string key, T value) => Write(key, value, JsonSettings.TypeInfo<T>);

    /// <summary>Sets the value of a key, with a source-generated JSON form.</summary>
    /// <exception cref="BotyardException">As the overload without <paramref name="typeInfo"/>.</exception>
    public static void Set<T>(string key, T value, JsonTypeInfo<T> typeInfo) =>
        Write(key, value, () => JsonSettings.Fitted(typeInfo));

    /// <summary>Deletes a key; returns whether it existed [ST-12].</summary>
    /// <exception cref="BotyardException">
    /// <c>state.read_only</c> in a query process, <c>state.invalid_key</c>, <c>state.write_failed</c>
    /// </exception>
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

    /// <summary>Deletes every key; other files in <c>STATE_DIR</c> remain [ST-13].</summary>
    /// <exception cref="BotyardException">
    /// <c>state.read_only</c> in a query process, <c>state.write_failed</c>
    /// </exception>
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

    /// <summary>Returns whether a key exists, even if its file is not JSON [ST-10].</summary>
    /// <exception cref="BotyardException"><c>state.invalid_key</c>, <c>state.read_failed</c></exception>
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

    /// <summary>Returns all keys, sorted by their UTF-8 bytes [ST-12].</summary>
    /// <exception cref="BotyardException"><c>state.read_failed</c></exception>
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

    private static bool TryRead(string key, out JsonNode? value)
    {
        var (directory, path) = PlaceOf(key);
        value = null;
        try
        {
            if (Files.Read(path) is not { } content) return false;
            value = JsonReading.Read(content);
            return true;
        }
        catch (SystemError error)
        {
            throw Refused("state.read_failed", directory, error);
        }
        catch (NoJsonException refused)
        {
            throw Failure.From(refused, "state.corrupt", ("key", Describe.Shown(key)), ("path", path));
        }
    }

    private static T? As<T>(string key, JsonNode? value, JsonTypeInfo<T> form)
    {
        try
        {
            return value.Deserialize(form);
        }
        catch (Exception refused) when (refused is JsonException or NotSupportedException or FormatException)
        {
            var reason = Describe.Cut(refused.Message);
            throw Failure.From(refused, "state.wrong_type", ("key", Describe.Shown(key)), ("reason", reason));
        }
    }

    private static void Write<T>(string key, T value, Func<JsonTypeInfo<T>> form)
    {
        RefuseInQuery("set");
        var encoded = StateKey.Encode(key);
        var document = Document(key, value, form);
        var directory = Variables.StateDirectory;
        var path = Path.Combine(directory, StateKey.FileName(encoded));
        try
        {
            Replace(path, encoded, document);
        }
        catch (SystemError error)
        {
            throw Refused("state.write_failed", directory, error);
        }
    }

    private static byte[] Document<T>(string key, T value, Func<JsonTypeInfo<T>> form)
    {
        byte[] document;
        try
        {
            document = JsonWriting.Write(value, form);
        }
        catch (NoJsonException refused)
        {
            var reason = refused.Message;
            throw Failure.From(refused, "state.invalid_value", ("key", Describe.Shown(key)), ("reason", reason));
        }
        if (document.Length <= LargestValue) return document;
        var size = Describe.Number(document.Length);
        throw Failure.Of("state.value_too_large", ("key", Describe.Shown(key)), ("size", size));
    }

    private static void Replace(string path, string encodedKey, byte[] document)
    {
        var directory = Path.GetDirectoryName(path)!;
        try
        {
            Files.Replace(path, encodedKey, document);
        }
        catch (SystemError missing) when (missing.Number == SystemError.NoEntry)
        {
            Files.MakeDirectories(directory);
            Files.Replace(path, encodedKey, document);
        }
        Files.FlushDirectory(directory);
    }

    private static (string Directory, string Path) PlaceOf(string key)
    {
        var name = StateKey.FileName(StateKey.Encode(key));
        var directory = Variables.StateDirectory;
        return (directory, Path.Combine(directory, name));
    }

    private static void RefuseInQuery(string operation)
    {
        if (Variables.IsQueryProcess) throw Failure.Of("state.read_only", ("operation", operation));
    }

    private static BotyardException Refused(string code, string directory, SystemError error) =>
        Failure.From(error, code, ("path", directory), ("reason", error.Name));
}
