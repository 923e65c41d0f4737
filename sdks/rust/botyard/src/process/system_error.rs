use rustix::io::Errno;
use std::io;

/// The name of a system error, such as `ENOSPC`; its own words if it has no name here.
pub(crate) fn name(error: &io::Error) -> String {
    let known = error.raw_os_error().and_then(|code| {
        NAMES.iter().find(|(errno, _)| errno.raw_os_error() == code).map(|(_, name)| (*name).to_owned())
    });
    known.unwrap_or_else(|| error.to_string())
}

macro_rules! names {
    ($($name:ident = $text:literal),* $(,)?) => { &[$((Errno::$name, $text)),*] };
}

const NAMES: &[(Errno, &str)] = names! {
    ACCESS = "EACCES", ADDRINUSE = "EADDRINUSE", ADDRNOTAVAIL = "EADDRNOTAVAIL", AFNOSUPPORT = "EAFNOSUPPORT",
    AGAIN = "EAGAIN", BADF = "EBADF", BUSY = "EBUSY", CONNRESET = "ECONNRESET", DQUOT = "EDQUOT", EXIST = "EEXIST",
    FBIG = "EFBIG", INTR = "EINTR", INVAL = "EINVAL", IO = "EIO", ISDIR = "EISDIR", LOOP = "ELOOP", MFILE = "EMFILE",
    MLINK = "EMLINK", NAMETOOLONG = "ENAMETOOLONG", NFILE = "ENFILE", NOBUFS = "ENOBUFS", NODEV = "ENODEV",
    NOENT = "ENOENT", NOMEM = "ENOMEM", NOSPC = "ENOSPC", NOSYS = "ENOSYS", NOTDIR = "ENOTDIR",
    NOTEMPTY = "ENOTEMPTY", NOTSUP = "ENOTSUP", NXIO = "ENXIO", OVERFLOW = "EOVERFLOW", PERM = "EPERM",
    PIPE = "EPIPE", PROTO = "EPROTO", ROFS = "EROFS", STALE = "ESTALE", TXTBSY = "ETXTBSY", XDEV = "EXDEV",
};
