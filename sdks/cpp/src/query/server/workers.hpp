#pragma once

#include <deque>
#include <mutex>

#include "asio.hpp"

namespace botyard::query {

/// The threads of the server. Each reads, runs handlers and writes; while all of them run handlers, another
/// one is started, so that there is always a thread to read and write.
class workers {
  public:
    explicit workers(asio::io_context& io) : io_(io) {}

    /// Waits until fewer than the greatest number of handlers are running.
    asio::awaitable<void> begin_handler();
    void end_handler();

    /// Works until the server has stopped; the calling thread is the first one.
    void work();

  private:
    void start_thread();

    asio::io_context& io_;
    std::mutex changing_;
    int threads_ = 1;
    int running_ = 0;
    std::deque<asio::steady_timer*> waiting_;
};

}  // namespace botyard::query
