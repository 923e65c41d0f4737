using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Botyard;

/// <content>How values are read from files and written to them.</content>
public static partial class State
{
    private const int LargestValue = 1_048_576;

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
            return TypedReading.Read(value, form);
        }
        catch (MisfitException misfit)
        {
            var cause = misfit.InnerException;
            throw Failure.From(cause, "state.wrong_type", ("key", Describe.Shown(key)), ("reason", misfit.Reason()));
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
        using var begun = TestProcess.BeginWrite();
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
