#include "system_error.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace botyard::process {
namespace {

struct named {
    int number;
    const char* name;
};

constexpr named names[] = {
    {EACCES, "EACCES"},
    {EADDRINUSE, "EADDRINUSE"},
    {EADDRNOTAVAIL, "EADDRNOTAVAIL"},
    {EAFNOSUPPORT, "EAFNOSUPPORT"},
    {EAGAIN, "EAGAIN"},
    {EBADF, "EBADF"},
    {EBUSY, "EBUSY"},
    {ECONNRESET, "ECONNRESET"},
    {EDQUOT, "EDQUOT"},
    {EEXIST, "EEXIST"},
    {EFBIG, "EFBIG"},
    {EINTR, "EINTR"},
    {EINVAL, "EINVAL"},
    {EIO, "EIO"},
    {EISDIR, "EISDIR"},
    {ELOOP, "ELOOP"},
    {EMFILE, "EMFILE"},
    {EMLINK, "EMLINK"},
    {ENAMETOOLONG, "ENAMETOOLONG"},
    {ENFILE, "ENFILE"},
    {ENOBUFS, "ENOBUFS"},
    {ENODEV, "ENODEV"},
    {ENOENT, "ENOENT"},
    {ENOMEM, "ENOMEM"},
    {ENOSPC, "ENOSPC"},
    {ENOSYS, "ENOSYS"},
    {ENOTDIR, "ENOTDIR"},
    {ENOTEMPTY, "ENOTEMPTY"},
    {ENOTSUP, "ENOTSUP"},
    {ENXIO, "ENXIO"},
    {EOVERFLOW, "EOVERFLOW"},
    {EPERM, "EPERM"},
    {EPIPE, "EPIPE"},
    {EPROTO, "EPROTO"},
    {EROFS, "EROFS"},
    {ESTALE, "ESTALE"},
    {ETXTBSY, "ETXTBSY"},
    {EXDEV, "EXDEV"},
};

}  // namespace

std::string error_name(const std::error_code& error) {
    const auto found = std::find_if(std::begin(names), std::end(names),
                                    [&](const named& one) { return one.number == error.value(); });
    return found == std::end(names) ? error.message() : found->name;
}

}  // namespace botyard::process
