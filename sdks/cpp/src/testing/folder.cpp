#include "folder.hpp"

#include <stdlib.h>

#include "../process/descriptor.hpp"

namespace botyard::testing {

folder::folder() {
    auto path = (std::filesystem::temp_directory_path() / "botyard-XXXXXX").string();
    if (!::mkdtemp(path.data())) throw std::system_error(process::last_error(), path);
    path_ = path;
}

folder::~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace botyard::testing
