#include "workers.hpp"

#include <system_error>
#include <thread>

namespace botyard::query {
namespace {

constexpr int max_running = 64;

}  // namespace

asio::awaitable<void> workers::begin_handler() {
    std::unique_lock alone(changing_);
    if (running_ < max_running) {
        ++running_;
        if (running_ == threads_) start_thread();
        co_return;
    }
    // A handler that ends passes its place on by cancelling the timer.
    asio::steady_timer turn(co_await asio::this_coro::executor, asio::steady_timer::time_point::max());
    waiting_.push_back(&turn);
    alone.unlock();
    error_code cancelled;
    co_await turn.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
}

void workers::end_handler() {
    const std::lock_guard alone(changing_);
    if (waiting_.empty()) {
        --running_;
        return;
    }
    auto* next = waiting_.front();
    waiting_.pop_front();
    // In the other connection's strand, which has begun to wait by then.
    asio::post(next->get_executor(), [next] { next->cancel(); });
}

void workers::work() { io_.run(); }

void workers::start_thread() {
    try {
        std::thread([this] { work(); }).detach();
        ++threads_;
    } catch (const std::system_error&) {
        // The threads that there are have to do.
    }
}

}  // namespace botyard::query
