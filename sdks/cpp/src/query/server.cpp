#include "server.hpp"

#include <boost/asio/signal_set.hpp>
#include <charconv>
#include <csignal>
#include <memory>
#include <set>

#include "../errors.hpp"
#include "../json/write.hpp"
#include "../process/end.hpp"
#include "../process/environment.hpp"
#include "../process/system_error.hpp"
#include "../process/termination.hpp"
#include "left_work.hpp"
#include "server/connection.hpp"

namespace botyard::query {
namespace {

/// The port of `QUERY_PORT`.
std::uint16_t port() {
    const auto text = process::variable("QUERY_PORT").value_or("9476");
    unsigned number = 0;
    const auto end = text.data() + text.size();
    const bool is_digits = text.size() <= 5 && text.find_first_not_of("0123456789") == text.npos;
    if (!is_digits || std::from_chars(text.data(), end, number).ptr != end || number < 1 || number > 65'535) {
        throw make_error("query.invalid_port", {{"value", shown(text)}});
    }
    return static_cast<std::uint16_t>(number);
}

class server {
  public:
    server(const std::string& host, std::uint16_t port) {
        listen(host, port);
        // The signals of this server have taken the place of the handler of `stop`, which calls theirs.
        if (const auto keep = process::keep_receiving_termination.load()) keep();
        asio::co_spawn(io_, accept(), asio::detached);
        signals_.async_wait([this](error_code failure, int) {
            if (!failure) stop();
        });
    }

    /// Accepts connections until a signal arrives; ends the process when those that there are have ended.
    [[noreturn]] void run() {
        io_.run();
        process::end(0);
    }

  private:
    void listen(const std::string& host, std::uint16_t port) {
        const auto failed = [&](const std::string& reason, const error_code& cause) {
            return make_error("query.listen_failed",
                              {{"host", host}, {"port", std::to_string(port)}, {"reason", reason}},
                              cause.message());
        };
        error_code failure;
        tcp::resolver resolver(io_);
        const auto found =
            resolver.resolve(host, std::to_string(port), tcp::resolver::numeric_service, failure);
        if (failure) throw failed("ENOTFOUND", failure);
        try {
            acceptor_ = tcp::acceptor(io_, found.begin()->endpoint());
        } catch (const boost::system::system_error& cause) {
            throw failed(process::error_name(cause.code()), cause.code());
        }
    }

    asio::awaitable<void> accept() {
        while (acceptor_.is_open()) {
            error_code failure;
            auto socket = co_await acceptor_.async_accept(threads_.executor(),
                                                          asio::redirect_error(asio::use_awaitable, failure));
            if (!failure) {
                begin(std::move(socket));
            } else if (acceptor_.is_open()) {
                // Out of descriptors or the like: the connections that end make room.
                asio::steady_timer pause(io_, std::chrono::milliseconds(10));
                co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, failure));
            }
        }
    }

    void begin(tcp::socket socket) {
        error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        const auto executor = socket.get_executor();
        const auto opened = std::make_shared<connection>(std::move(socket), threads_);
        open_.insert(opened);
        const auto forget = [this, opened](const std::exception_ptr&) { open_.erase(opened); };
        asio::co_spawn(executor, opened->serve(), asio::bind_executor(io_, forget));
    }

    void stop() {
        error_code ignored;
        acceptor_.close(ignored);
        for (const auto& one : open_) one->stop();
    }

    asio::io_context io_;
    workers threads_;
    tcp::acceptor acceptor_{io_};
    // From before the port is open: who can connect may also send a signal.
    asio::signal_set signals_{io_, SIGTERM, SIGINT};
    std::set<std::shared_ptr<connection>> open_;
};

}  // namespace

void run_server() {
    const auto number = port();
    // Never destroyed: handlers may still be running when the process ends.
    auto& serving = *new server(process::variable("QUERY_HOST").value_or("127.0.0.1"), number);
    log_left_work();
    serving.run();
}

}  // namespace botyard::query
