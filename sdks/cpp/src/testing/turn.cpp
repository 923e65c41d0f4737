#include "turn.hpp"

#include <condition_variable>
#include <mutex>
#include <stdexcept>

namespace botyard::testing {
namespace {

std::mutex changing;
std::condition_variable given_back;
/// The thread that has it.
std::thread::id owner;

}  // namespace

turn::turn() {
    std::unique_lock alone(changing);
    if (owner == std::this_thread::get_id()) {
        throw std::logic_error("another bot is in a test of this thread: destroy it first");
    }
    given_back.wait(alone, [] { return owner == std::thread::id(); });
    owner = std::this_thread::get_id();
}

turn::~turn() {
    const std::lock_guard alone(changing);
    owner = std::thread::id();
    given_back.notify_one();
}

}  // namespace botyard::testing
