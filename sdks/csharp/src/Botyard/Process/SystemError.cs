using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Botyard;

/// <summary>A refusal of the system, by its number.</summary>
internal sealed class SystemError(int number) : Exception(Marshal.GetPInvokeErrorMessage(number))
{
    internal const int NoEntry = 2;
    internal const int Interrupted = 4;
    internal const int BadDescriptor = 9;
    internal const int Again = 11;
    internal const int Exists = 17;
    internal const int NotADirectory = 20;
    internal const int TooManyLinks = 40;

    private static readonly Dictionary<int, string> _names = new()
    {
        [1] = "EPERM",
        [2] = "ENOENT",
        [4] = "EINTR",
        [5] = "EIO",
        [6] = "ENXIO",
        [9] = "EBADF",
        [11] = "EAGAIN",
        [12] = "ENOMEM",
        [13] = "EACCES",
        [16] = "EBUSY",
        [17] = "EEXIST",
        [18] = "EXDEV",
        [19] = "ENODEV",
        [20] = "ENOTDIR",
        [21] = "EISDIR",
        [22] = "EINVAL",
        [23] = "ENFILE",
        [24] = "EMFILE",
        [26] = "ETXTBSY",
        [27] = "EFBIG",
        [28] = "ENOSPC",
        [30] = "EROFS",
        [31] = "EMLINK",
        [32] = "EPIPE",
        [36] = "ENAMETOOLONG",
        [38] = "ENOSYS",
        [39] = "ENOTEMPTY",
        [40] = "ELOOP",
        [71] = "EPROTO",
        [75] = "EOVERFLOW",
        [95] = "ENOTSUP",
        [97] = "EAFNOSUPPORT",
        [98] = "EADDRINUSE",
        [99] = "EADDRNOTAVAIL",
        [104] = "ECONNRESET",
        [105] = "ENOBUFS",
        [116] = "ESTALE",
        [122] = "EDQUOT",
    };

    /// <summary>The number of the error, as <c>errno</c> has it.</summary>
    internal int Number { get; } = number;

    /// <summary>The name of the error, such as <c>ENOSPC</c>; the system's own words if it has none here.</summary>
    internal string Name => NameOf(Number) ?? Message;

    /// <summary>The last error of this thread.</summary>
    internal static SystemError Last() => new(Marshal.GetLastPInvokeError());

    /// <summary>The name of the error that a socket reported.</summary>
    internal static string NameOf(SocketException error) =>
        error.SocketErrorCode is SocketError.HostNotFound or SocketError.TryAgain or SocketError.NoData
            ? "ENOTFOUND"
            : NameOf(error.ErrorCode) ?? error.Message;

    private static string? NameOf(int number) => _names.GetValueOrDefault(number);
}
