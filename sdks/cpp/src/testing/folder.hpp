#pragma once

#include <filesystem>
#include <string>

namespace botyard::testing {

/// A temporary directory, removed with its owner.
class folder {
  public:
    /// \throws std::system_error
    folder();
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    ~folder();

    std::string path(const char* name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

}  // namespace botyard::testing
