#include "end.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <future>
#include <iostream>
#include <system_error>
#include <thread>

#include "streams.hpp"

namespace botyard::process {
namespace {

constexpr auto patience = std::chrono::milliseconds(80);

void flush_streams(std::promise<void> flushed) noexcept {
    block_sigpipe();
    try {
        std::cout.flush();
        std::clog.flush();
    } catch (...) {
        // The bot may have made its streams throw.
    }
    std::fflush(stdout);
    flushed.set_value();
}

}  // namespace

void end(int exit_code) {
    // What the bot has printed is flushed by a thread, so that neither a lock nor a missing reader holds up
    // the end for more than 100 ms [RES-18].
    try {
        std::promise<void> flushed;
        const auto done = flushed.get_future();
        std::thread(flush_streams, std::move(flushed)).detach();
        done.wait_for(patience);
    } catch (const std::system_error&) {
        // No thread can be started; what the streams hold is lost.
    }
    ::_exit(exit_code);
}

}  // namespace botyard::process
