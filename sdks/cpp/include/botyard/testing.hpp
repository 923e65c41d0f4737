#pragma once

/// \file
/// Runs a bot's code in a test, without a platform.
///
/// While there is a testing::bot, the functions of the SDK belong to it, in all threads: they get its id and
/// config, what they emit is in its lists, and its state and result are in a temporary directory. Bots of
/// several threads take turns. Its clock moves only while it waits with stop::wait(), which returns at once.
///
/// A test is linked with the target `botyard::testing` of CMake, with any test framework.
///
/// \code
/// const auto look = [] {
///     const auto [bot_id, config] = botyard::input::parse();
///     while (!botyard::stop::requested()) {
///         botyard::metric("price", {{"symbol", config.at("symbol")}, {"value", 187.5}});
///         botyard::stop::wait(std::chrono::minutes(1));
///     }
/// };
/// botyard::testing::bot bot({.config = {{"symbol", "AAPL"}}, .stop_after = std::chrono::minutes(2)});
/// assert(bot.run(look) == 0);
/// assert(bot.metrics().size() == 2);
/// assert(bot.metrics().at(1).timestamp == "2026-01-01T00:01:00.000Z");
/// \endcode

#include <botyard/json.hpp>
#include <chrono>
#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace botyard::testing {

/// What a bot in a test is given.
///
/// \code
/// botyard::testing::bot_options options;
/// options.config["symbol"] = "AAPL";
/// options.stop_after = std::chrono::duration<double>(INFINITY);
/// botyard::testing::bot bot(options);
/// assert(botyard::input::parse().config == options.config);
/// assert(!botyard::stop::wait(std::chrono::hours(24)));
/// \endcode
struct bot_options {
    /// Its config: an object, or anything that has the JSON form of one.
    json config = json::object();
    /// Its identifier.
    std::string id = "test-bot";
    /// What its clock shows at first, in UTC.
    std::chrono::sys_time<std::chrono::milliseconds> now =
        std::chrono::sys_days(std::chrono::year(2026) / std::chrono::January / 1);
    /// When the platform asks the bot to stop: as soon as it has waited for this time in stop::wait(). By
    /// default at its first wait of more than 0 s; an infinite time means not at all.
    std::chrono::duration<double> stop_after = std::chrono::seconds(0);
};

/// A metric that a bot has emitted.
///
/// \code
/// botyard::testing::bot bot;
/// botyard::metric("price", {{"value", 187.5}});
/// const auto [type, data, timestamp] = bot.metrics().at(0);
/// assert(type == "price" && data == botyard::json({{"value", 187.5}}));
/// assert(timestamp == "2026-01-01T00:00:00.000Z");
/// \endcode
struct metric {
    std::string type;
    json data;
    /// RFC 3339, in UTC to the millisecond.
    std::string timestamp;

    friend bool operator==(const metric&, const metric&) = default;
};

/// A record of a bot's log.
///
/// \code
/// botyard::testing::bot bot;
/// botyard::log::warn("the price is an hour old");
/// const botyard::testing::log_record record = bot.logs().at(0);
/// assert(record.level == "warn" && record.message == "the price is an hour old");
/// assert(record.data == nullptr);
/// \endcode
struct log_record {
    std::string level;
    std::string message;
    /// Null if none was given.
    json data;
    /// RFC 3339, in UTC to the millisecond.
    std::string timestamp;

    friend bool operator==(const log_record&, const log_record&) = default;
};

/// A bot in a test. Threads of its code must have ended before it is destroyed.
///
/// \code
/// botyard::testing::bot bot({.config = {{"symbol", "AAPL"}}, .id = "mine"});
/// assert(botyard::input::parse().bot_id == "mine");
/// \endcode
class bot {
  public:
    /// Makes the functions of the SDK belong to this bot. Waits until bots of other threads are destroyed.
    ///
    /// \throws std::logic_error this thread has another bot already
    /// \throws std::system_error there is no temporary directory
    explicit bot(bot_options options = {});
    bot(const bot&) = delete;
    bot& operator=(const bot&) = delete;
    /// Gives the functions of the SDK back to the process, forgets the handlers that were registered
    /// meanwhile, and removes state and result.
    ~bot();

    /// Runs a program of the bot, which is a function, until it ends; returns its exit code: that which the
    /// function returns, if it returns an `int`, and 0 otherwise. What the function throws reaches the test.
    ///
    /// botyard::error() ends the program instead of the process, with exit code 1, and query::run() with 0:
    /// they throw something that is no `std::exception`, which only `catch (...)` catches. A thread that the
    /// program has started is ended by them alone.
    ///
    /// \code
    /// botyard::testing::bot bot;
    /// assert(bot.run([] { botyard::error("no price"); }) == 1);
    /// assert(bot.logs().at(0).message == "no price");
    /// \endcode
    template <std::invocable F>
    int run(F program) {
        return run_program([&program]() -> int {
            if constexpr (std::is_void_v<std::invoke_result_t<F&>>) {
                program();
                return 0;
            } else {
                return program();
            }
        });
    }

    /// Asks the handler of a query's path, and returns its answer as the platform gives it:
    /// `{"status": "ok", "data": …}`, or for a failure `{"status": "error", "error": message, "code": code}`.
    /// As in a query process, the state is read-only, and a failure of the handler is logged.
    ///
    /// \code
    /// botyard::testing::bot bot;
    /// botyard::query::handler("/double", [](const botyard::query::request& request) {
    ///     return 2 * request.get_integer("n").value_or(21);
    /// });
    /// const botyard::json expected = {{"status", "ok"}, {"data", 8}};
    /// assert(bot.ask("/double", {{"n", 4}}) == expected);
    /// \endcode
    json ask(std::string_view path, const json& params = json::object());

    /// Asks the bot to stop, as the platform does with SIGTERM; from any thread or handler.
    ///
    /// \code
    /// botyard::testing::bot bot;
    /// bot.stop();
    /// assert(botyard::stop::requested() && botyard::stop::token().stop_requested());
    /// \endcode
    void stop();

    /// What the bot has emitted so far, in order.
    ///
    /// \code
    /// botyard::testing::bot bot;
    /// botyard::metric("price", {{"value", 187.5}});
    /// for (const auto& metric : bot.metrics()) assert(metric.data.at("value") == 187.5);
    /// \endcode
    std::vector<metric> metrics() const;

    /// What the bot has logged so far, in order.
    ///
    /// \code
    /// botyard::testing::bot bot;
    /// botyard::log::info("bought", {{"shares", 3}});
    /// assert(bot.logs().at(0).data.at("shares") == 3);
    /// \endcode
    std::vector<log_record> logs() const;

    /// The result that the bot has reported last; nothing if it has reported none. As on the platform, run()
    /// first removes that of an earlier run [RES-15]; a program that calls query::run() leaves it.
    ///
    /// \code
    /// botyard::testing::bot bot;
    /// botyard::success("looked");
    /// assert(bot.result()->at("message") == "looked");
    /// \endcode
    std::optional<json> result() const;

    /// What its clock shows.
    ///
    /// \code
    /// botyard::testing::bot bot({.stop_after = std::chrono::seconds(90)});
    /// const auto before = bot.now();
    /// assert(botyard::stop::wait(std::chrono::hours(1)));
    /// assert(bot.now() - before == std::chrono::seconds(90));
    /// \endcode
    std::chrono::sys_time<std::chrono::milliseconds> now() const;

  private:
    class inside;

    int run_program(const std::function<int()>& program);

    std::unique_ptr<inside> inside_;
};

}  // namespace botyard::testing
