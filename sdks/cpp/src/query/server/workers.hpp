#pragma once

#include <mutex>

#include "asio.hpp"

namespace botyard::query {

/// The threads that serve the connections: a pool with more threads than handlers are running, so that a slow
/// handler delays no other query.
class workers {
  public:
    /// Returns an executor for one connection, which runs in one thread at a time.
    asio::any_io_executor executor() { return asio::make_strand(pool_); }

    /// Exists while a handler runs in the calling thread.
    class turn {
      public:
        explicit turn(workers& threads);
        ~turn();
        turn(const turn&) = delete;

      private:
        workers& threads_;
    };

  private:
    void start_thread();

    static constexpr int first_threads = 2;
    /// Also the greatest number of handlers that run at once.
    static constexpr int max_threads = 64;

    asio::thread_pool pool_{first_threads};
    std::mutex counting_;
    int threads_ = first_threads;
    int running_ = 0;
};

}  // namespace botyard::query
