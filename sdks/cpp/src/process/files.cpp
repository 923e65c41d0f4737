#include "files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "descriptor.hpp"

namespace botyard::process {
namespace {

[[noreturn]] void fail() { throw std::system_error(last_error()); }

void check(int returned) {
    if (returned < 0) fail();
}

std::string sixteen_digits() {
    constexpr std::string_view hex = "0123456789abcdef";
    std::uint64_t random;
    check(::getentropy(&random, sizeof random));
    std::string digits;
    for (; digits.size() < 16; random >>= 4) digits += hex[random & 15];
    return digits;
}

void write_durably(const std::string& path, std::string_view content) {
    const descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    check(file.number());
    if (const auto failure = write_all(file.number(), content)) throw std::system_error(failure);
    check(::fsync(file.number()));
}

}  // namespace

void replace_file(const std::string& path, std::string_view label, std::string_view content) {
    const auto temporary = directory_of(path) + "/.tmp-" + std::string(label) + "-" + sixteen_digits();
    try {
        write_durably(temporary, content);
        check(::rename(temporary.c_str(), path.c_str()));
    } catch (const std::system_error& failure) {
        // A file of this name that was there before is another writer's.
        if (failure.code() != std::errc::file_exists) ::unlink(temporary.c_str());
        throw;
    }
}

std::string directory_of(const std::string& path) {
    return path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
}

void flush_directory(const std::string& path) {
    const descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.number() >= 0) ::fsync(directory.number());
}

void make_directories(const std::string& path) {
    for (std::size_t end = 0; end != path.npos;) {
        end = path.find('/', end + 1);
        if (::mkdir(path.substr(0, end).c_str(), 0777) < 0 && errno != EEXIST) fail();
    }
}

bool is_file(const std::string& path) {
    struct stat found;
    if (::lstat(path.c_str(), &found) == 0) return S_ISREG(found.st_mode);
    if (errno == ENOENT) return false;
    fail();
}

std::optional<std::string> read_file(const std::string& path) {
    if (!is_file(path)) return std::nullopt;
    // Something else may have taken the file's place since then.
    const descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.number() < 0 && errno == ENOENT) return std::nullopt;
    check(file.number());
    struct stat found;
    check(::fstat(file.number(), &found));
    if (!S_ISREG(found.st_mode)) return std::nullopt;
    std::string content;
    for (std::size_t length = 0;;) {
        content.resize(std::max(length + 4096, static_cast<std::size_t>(found.st_size) + 1));
        const auto more = ::read(file.number(), content.data() + length, content.size() - length);
        if (more < 0 && errno == EINTR) continue;
        check(static_cast<int>(std::min<ssize_t>(more, 1)));
        length += static_cast<std::size_t>(more);
        if (more > 0) continue;
        content.resize(length);
        return content;
    }
}

bool remove_file(const std::string& path) {
    if (!is_file(path)) return false;
    if (::unlink(path.c_str()) == 0) return true;
    if (errno == ENOENT) return false;
    fail();
}

std::vector<std::string> file_names(const std::string& directory) {
    struct close_directory {
        void operator()(DIR* open) const { ::closedir(open); }
    };
    const std::unique_ptr<DIR, close_directory> open(::opendir(directory.c_str()));
    if (!open && errno == ENOENT) return {};
    if (!open) fail();
    std::vector<std::string> names;
    for (errno = 0; const dirent* entry = ::readdir(open.get()); errno = 0) {
        const std::string name = entry->d_name;
        const bool is_regular =
            entry->d_type == DT_REG || (entry->d_type == DT_UNKNOWN && is_file(directory + "/" + name));
        if (is_regular) names.push_back(name);
    }
    if (errno != 0) fail();
    return names;
}

}  // namespace botyard::process
