/// Times `state.set` and a bare durable write of the same bytes in the same directory, in turn.

#include <fcntl.h>
#include <unistd.h>

#include <botyard/botyard.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "in_turn.hpp"

using botyard::json;

namespace {

void check(bool done) {
    if (!done) throw std::runtime_error("the file is not written");
}

void bare(const std::string& directory, const std::string& document) {
    const auto temporary = directory + "/.bare", path = directory + "/bare";
    const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    check(::write(file, document.data(), document.size()) == static_cast<ssize_t>(document.size()));
    check(::fsync(file) == 0 && ::close(file) == 0);
    check(std::rename(temporary.c_str(), path.c_str()) == 0);
    const int folder = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    check(::fsync(folder) == 0 && ::close(folder) == 0);
}

}  // namespace

int main(int, char** arguments) {
    const json trade = {{"symbol", "AAPL"}, {"price", 187.5}, {"size", 10}};
    const json value = {{"cash", 10250.75}, {"trades", std::vector(8, trade)}};
    const auto document = value.dump();
    const std::string directory = std::getenv("STATE_DIR");
    in_turn(
        std::atoi(arguments[1]), 1, [&] { botyard::state::set("portfolio", value); },
        [&] { bare(directory, document); });
}
