#include "workers.hpp"

#include <system_error>
#include <thread>

namespace botyard::query {

workers::turn::turn(workers& threads) : threads_(threads) {
    const std::lock_guard alone(threads_.counting_);
    ++threads_.running_;
    if (threads_.running_ >= threads_.threads_ && threads_.threads_ < max_threads) threads_.start_thread();
}

workers::turn::~turn() {
    const std::lock_guard alone(threads_.counting_);
    --threads_.running_;
}

void workers::start_thread() {
    try {
        std::thread([this] { pool_.attach(); }).detach();
        ++threads_;
    } catch (const std::system_error&) {
        // The system has no more threads: further queries wait for one of these.
    }
}

}  // namespace botyard::query
