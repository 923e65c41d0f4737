#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace botyard::process {

/// All functions throw std::system_error if the system refuses, except that a missing file is no failure of a
/// read.

/// Replaces a file as a whole: a temporary file `.tmp-<label>-<16 hex digits>` beside it is written, flushed
/// to disk and renamed [RES-4, ST-6]. A failure leaves the old file and no temporary one. The directory is
/// not flushed.
void replace_file(const std::string& path, std::string_view label, std::string_view content);

/// The directory of an absolute path.
std::string directory_of(const std::string& path);

/// Flushes the entries of a directory to disk. Not every file system supports this, and the change is already
/// visible.
void flush_directory(const std::string& path);

/// Creates a directory and its parents.
void make_directories(const std::string& path);

/// Whether there is a regular file; a link is not followed [ST-4].
bool is_file(const std::string& path);

/// Reads a regular file; nothing if there is none. Neither follows a link nor waits for a pipe [ST-4].
std::optional<std::string> read_file(const std::string& path);

/// Removes a regular file; returns whether there was one.
bool remove_file(const std::string& path);

/// The names of the regular files in a directory; none if it does not exist.
std::vector<std::string> file_names(const std::string& directory);

}  // namespace botyard::process
