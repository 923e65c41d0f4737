#include "inside.hpp"

#include <pthread.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "../json/read.hpp"
#include "../json/write.hpp"

namespace botyard::testing {
namespace {

using std::chrono::microseconds;

/// Longer times count as infinite, in seconds. A clock can still be moved by this one.
constexpr double longest = 1e11;
constexpr microseconds forever(static_cast<long long>(longest * 1e6));

/// At least one microsecond if there is any time, so that every wait moves the clock.
microseconds whole_microseconds(double seconds) {
    if (!(seconds > 0)) return microseconds(0);
    if (seconds >= longest) return forever;
    return microseconds(std::max(1LL, std::llround(seconds * 1e6)));
}

}  // namespace

bot::inside::inside(bot_options options)
    : id_(std::move(options.id)),
      config_(write_json(options.config)),
      began_(options.now),
      stop_after_(whole_microseconds(options.stop_after.count())) {
    process::in_test = this;
    botyard::stop::in_test = this;
}

bot::inside::~inside() {
    process::in_test = nullptr;
    botyard::stop::in_test = nullptr;
    query::handlers().replace(std::move(handlers_before_));
}

std::optional<std::string> bot::inside::variable(const char* name) {
    const std::string_view asked = name;
    if (asked == "BOT_ID" && !id_.empty()) return id_;
    if (asked == "BOT_CONFIG") return config_;
    if (asked == "RESULT_PATH") return home.path("result.json");
    if (asked == "STATE_DIR") return home.path("state");
    return std::nullopt;
}

void bot::inside::take_metric(std::string_view line) {
    const auto read = read_json(line);
    const std::lock_guard alone(changing);
    metrics.push_back({read.at("_metric"), read.at("data"), read.at("timestamp")});
}

void bot::inside::take_log(std::string_view line) {
    const auto read = read_json(line);
    const std::lock_guard alone(changing);
    logs.push_back({read.at("level"), read.at("message"), read.value("data", json()), read.at("timestamp")});
}

long long bot::inside::now() {
    const std::lock_guard alone(changing);
    return (began_ + std::chrono::floor<std::chrono::milliseconds>(waited_)).time_since_epoch().count();
}

void bot::inside::end(int code, bool is_query_program) {
    {
        const std::lock_guard alone(changing);
        exit_code = code;
    }
    if (programs > 0) throw ended{is_query_program};
    if (std::this_thread::get_id() == thread_) {
        throw std::logic_error("the bot ended with exit code " + std::to_string(code) +
                               " outside of a program: call it by bot.run");
    }
    ::pthread_exit(nullptr);
}

bool bot::inside::wait(double seconds) {
    if (asked.stop_requested() || !(seconds > 0)) return asked.stop_requested();
    {
        const std::lock_guard alone(changing);
        const auto waited = std::min(waited_ + whole_microseconds(seconds), stop_after_);
        if (waited == forever) {
            throw std::logic_error("the bot would never be asked to stop, because stop_after is infinite");
        }
        waited_ = waited;
        if (waited < stop_after_) return false;
    }
    // Without the lock, because callbacks of a token may use the SDK.
    asked.request_stop();
    return true;
}

}  // namespace botyard::testing
