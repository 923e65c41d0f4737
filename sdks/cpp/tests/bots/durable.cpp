/// A bot that prints in which order its files reach the disk.

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <botyard/botyard.hpp>

#include <cstdio>

// The program's own functions take the place of those of the C library.

extern "C" int fsync(int file) {
    struct stat found;
    ::fstat(file, &found);
    std::puts(S_ISDIR(found.st_mode) ? "flush folder" : "flush file");
    return static_cast<int>(::syscall(SYS_fsync, file));
}

extern "C" int rename(const char* from, const char* to) noexcept {
    std::puts("rename");
    return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int main() {
    botyard::state::set("k", 1);
    botyard::success("done");
}
