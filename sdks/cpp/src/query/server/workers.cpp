#include "workers.hpp"

#include <chrono>
#include <system_error>
#include <thread>

namespace botyard::query {
namespace {

constexpr int max_running = 64;
/// How often the handler is looked at; one that is seen twice is slow.
constexpr auto tick = std::chrono::microseconds(500);
/// After so many ticks without a query the watching thread sleeps until the next one.
constexpr int quiet_ticks = 200;

thread_local bool leads = false;

}  // namespace

asio::awaitable<workers::turn> workers::begin_handler() {
    if (running_ < max_running) {
        ++running_;
    } else {
        // A handler that ends passes its place on by cancelling the timer.
        asio::steady_timer place(co_await asio::this_coro::executor, asio::steady_timer::time_point::max());
        waiting_.push_back(&place);
        error_code cancelled;
        co_await place.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
    // Besides the threads with handlers, one is needed to watch.
    if (threads_ <= running_) start_thread();
    const auto handler = handler_.load() + 1;
    handler_ = handler;
    handler_.notify_one();
    co_return handler;
}

asio::awaitable<void> workers::end_handler(turn handler) {
    leads = handler_.compare_exchange_strong(handler, handler + 1);
    if (!leads) co_await asio::post(asio::use_awaitable);
    if (waiting_.empty()) {
        --running_;
    } else {
        waiting_.front()->cancel();
        waiting_.pop_front();
    }
}

void workers::lead() {
    leads = true;
    work();
}

void workers::work() {
    for (;;) {
        if (leads) {
            io_.run_one();
        } else {
            watch();
        }
    }
}

/// Returns when this thread has taken the lead.
void workers::watch() {
    const std::lock_guard alone(watching_);
    auto seen = handler_.load();
    for (int quiet = 0; !leads;) {
        std::this_thread::sleep_for(tick);
        const auto handler = handler_.load();
        if (handler != seen) {
            seen = handler;
            quiet = 0;
        } else if (handler % 2 == 1) {
            leads = handler_.compare_exchange_strong(seen, handler + 1);
        } else if (++quiet == quiet_ticks) {
            handler_.wait(handler);
            quiet = 0;
        }
    }
}

void workers::start_thread() {
    try {
        std::thread([this] { work(); }).detach();
        ++threads_;
    } catch (const std::system_error&) {
        // The threads that there are have to do.
    }
}

}  // namespace botyard::query
