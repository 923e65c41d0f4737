#pragma once

#include <atomic>
#include <deque>
#include <mutex>

#include "asio.hpp"

namespace botyard::query {

/// The threads of the server. One of them leads: it reads, runs handlers and writes. Another one watches it,
/// and takes the lead while a handler has been running for about a millisecond, so that a slow handler delays
/// no other query and a quick one costs no change of threads. Everything but the handlers themselves
/// runs in the thread that leads, and needs no lock.
class workers {
  public:
    explicit workers(asio::io_context& io) : io_(io) {}

    /// The number of a handler that is running.
    using turn = unsigned;

    /// Waits until fewer than the greatest number of handlers are running. What follows, until
    /// end_handler(), may run while another thread leads.
    asio::awaitable<turn> begin_handler();
    asio::awaitable<void> end_handler(turn handler);

    /// Works until the process ends; the calling thread is the first one to lead.
    [[noreturn]] void lead();

  private:
    [[noreturn]] void work();
    void watch();
    void start_thread();

    asio::io_context& io_;
    int threads_ = 1;
    int running_ = 0;
    std::deque<asio::steady_timer*> waiting_;
    /// Odd while the thread that leads runs a handler. Each change is an increment, and who makes the one at
    /// the end of a handler, this thread or the one that watches, leads from then on.
    std::atomic<turn> handler_ = 0;
    /// Held by the thread that watches; the others wait for it.
    std::mutex watching_;
};

}  // namespace botyard::query
