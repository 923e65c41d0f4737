namespace Botyard;

/// <summary>Files that are read, replaced and removed as wholes. Every method throws <see cref="SystemError"/>.</summary>
internal static class Files
{
    /// <summary>
    /// Replaces a file: a temporary file <c>.tmp-label-0123456789abcdef</c> beside it is written, flushed to disk and
    /// renamed [RES-4, ST-6]. A failure leaves the old file and no temporary one. The directory is not flushed.
    /// </summary>
    internal static void Replace(string path, string label, ReadOnlySpan<byte> content)
    {
        var directory = Path.GetDirectoryName(path) ?? "/";
        var temporary = Path.Combine(directory, $".tmp-{label}-{RandomDigits()}");
        var flags = Libc.WriteOnly | Libc.Create | Libc.Exclusive | Libc.CloseOnExec;
        var file = Checked(Libc.Open(temporary, flags, 0b110_110_110));
        try
        {
            WriteAndClose(file, content);
            Checked(Libc.Rename(temporary, path));
        }
        catch (SystemError)
        {
            _ = Libc.Unlink(temporary);
            throw;
        }
    }

    /// <summary>Reads a regular file; null if there is none. Neither follows a link nor waits for a pipe [ST-4].</summary>
    internal static byte[]? Read(string path)
    {
        if (!IsFile(path)) return null;
        // Something else may have taken the file's place since then.
        var flags = Libc.ReadOnly | Libc.NoFollow | Libc.NonBlocking | Libc.CloseOnExec;
        var file = Libc.Open(path, flags, 0);
        if (file < 0)
        {
            var error = SystemError.Last();
            return error.Number is SystemError.NoEntry or SystemError.TooManyLinks ? null : throw error;
        }
        try
        {
            return ReadAll(file);
        }
        finally
        {
            _ = Libc.Close(file);
        }
    }

    /// <summary>Whether there is a regular file; a link is not followed [ST-4].</summary>
    internal static bool IsFile(string path)
    {
        if (Libc.Stat(Libc.CurrentDirectory, path, Libc.NoFollowOfStat, Libc.StatType, out var status) == 0)
        {
            return status.IsRegular;
        }
        var error = SystemError.Last();
        return error.Number == SystemError.NoEntry ? false : throw error;
    }

    /// <summary>Removes a regular file; returns whether there was one.</summary>
    internal static bool Remove(string path)
    {
        if (!IsFile(path)) return false;
        if (Libc.Unlink(path) == 0) return true;
        var error = SystemError.Last();
        return error.Number == SystemError.NoEntry ? false : throw error;
    }

    /// <summary>The names of the regular files in a directory; none if it does not exist.</summary>
    internal static IEnumerable<string> Names(string directory)
    {
        var opened = Libc.Open(directory, Libc.ReadOnly | Libc.Directory | Libc.CloseOnExec, 0);
        if (opened < 0)
        {
            var error = SystemError.Last();
            return error.Number == SystemError.NoEntry ? [] : throw error;
        }
        _ = Libc.Close(opened);
        try
        {
            return [.. Directory.EnumerateFileSystemEntries(directory).Where(IsFile).Select(path => Path.GetFileName(path))];
        }
        catch (DirectoryNotFoundException)
        {
            return [];
        }
        catch (IOException unreadable)
        {
            throw new SystemError(unreadable.HResult);
        }
    }

    /// <summary>Creates a directory with its parents.</summary>
    internal static void MakeDirectories(string path)
    {
        if (Libc.MakeDirectory(path, 0b111_111_111) == 0) return;
        var error = SystemError.Last();
        if (error.Number == SystemError.Exists) return;
        if (error.Number != SystemError.NoEntry || Path.GetDirectoryName(path) is not { } parent) throw error;
        MakeDirectories(parent);
        if (Libc.MakeDirectory(path, 0b111_111_111) == 0) return;
        error = SystemError.Last();
        if (error.Number != SystemError.Exists) throw error;
    }

    /// <summary>Flushes the entries of a directory to disk, which not every file system supports.</summary>
    internal static void FlushDirectory(string path)
    {
        var directory = Libc.Open(path, Libc.ReadOnly | Libc.Directory | Libc.CloseOnExec, 0);
        if (directory < 0) return;
        _ = Libc.Flush(directory);
        _ = Libc.Close(directory);
    }

    /// <summary>16 random hex digits. Cryptographic ones would load a library at every start.</summary>
    private static string RandomDigits()
    {
        Span<byte> bytes = stackalloc byte[8];
        Random.Shared.NextBytes(bytes);
        return Convert.ToHexStringLower(bytes);
    }

    private static void WriteAndClose(int file, ReadOnlySpan<byte> content)
    {
        try
        {
            var written = 0;
            Descriptor.Write(file, content, ref written);
            Checked(Libc.Flush(file));
        }
        finally
        {
            _ = Libc.Close(file);
        }
    }

    private static unsafe byte[] ReadAll(int file)
    {
        using var content = new MemoryStream();
        var buffer = new byte[65_536];
        fixed (byte* start = buffer)
        {
            while (true)
            {
                var read = Libc.Read(file, start, buffer.Length);
                if (read == 0) return content.ToArray();
                if (read > 0) content.Write(buffer, 0, (int)read);
                else if (SystemError.Last() is { Number: not SystemError.Interrupted } error) throw error;
            }
        }
    }

    private static int Checked(int returned) => returned >= 0 ? returned : throw SystemError.Last();
}
