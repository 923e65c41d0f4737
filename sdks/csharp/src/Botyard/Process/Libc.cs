using System.Runtime.InteropServices;

namespace Botyard;

/// <summary>
/// The system's own functions, where the class library hides the error (a broken pipe), runs hooks (the end of the
/// process), or has no function (flushing a directory). Constants and layouts are those of Linux on 64 bits.
/// </summary>
internal static partial class Libc
{
    internal const int ReadOnly = 0;
    internal const int WriteOnly = 1;
    internal const int Create = 0x40;
    internal const int Exclusive = 0x80;
    internal const int NonBlocking = 0x800;
    internal const int CloseOnExec = 0x80000;
    internal const int NoFollowOfStat = 0x100;
    internal const int CurrentDirectory = -100;
    internal const uint StatType = 1;
    internal const short PollOut = 4;
    internal const int FileSizeLimit = 25;
    internal const nint Ignore = 1;

    /// <summary>The flags whose values differ between processors.</summary>
    private static readonly bool _isArm = RuntimeInformation.ProcessArchitecture == Architecture.Arm64;

    internal static int NoFollow => _isArm ? 0x8000 : 0x20000;

    internal static int Directory => _isArm ? 0x4000 : 0x10000;

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Open(string path, int flags, int mode);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    internal static unsafe partial nint Read(int descriptor, byte* buffer, nint length);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    internal static unsafe partial nint Write(int descriptor, byte* buffer, nint length);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    internal static partial int Flush(int descriptor);

    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    internal static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "rename", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Rename(string from, string to);

    [LibraryImport("libc", EntryPoint = "unlink", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Unlink(string path);

    [LibraryImport("libc", EntryPoint = "mkdir", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int MakeDirectory(string path, int mode);

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Stat(int directory, string path, int flags, uint mask, out FileStatus status);

    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    internal static partial int Poll(ref PolledDescriptor descriptor, nuint count, int milliseconds);

    [LibraryImport("libc", EntryPoint = "signal")]
    internal static partial nint Signal(int number, nint handler);

    [LibraryImport("libc", EntryPoint = "_exit")]
    internal static partial void Exit(int code);

    /// <summary>The system's description of a file, of which only the kind is used.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    internal struct FileStatus
    {
        [FieldOffset(28)]
        internal ushort Mode;

        internal readonly bool IsRegular => (Mode & 0xF000) == 0x8000;
    }

    /// <summary>A descriptor to wait for.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct PolledDescriptor
    {
        internal int Descriptor;
        internal short Events;
        internal short Returned;
    }
}
