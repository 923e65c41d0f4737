#pragma once

#include <thread>

namespace botyard::testing {

/// The right to be the bot in a test. One at a time has it.
class turn {
  public:
    /// Waits until another thread gives it back.
    ///
    /// \throws std::logic_error this thread has it already
    turn();
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    ~turn();
};

}  // namespace botyard::testing
