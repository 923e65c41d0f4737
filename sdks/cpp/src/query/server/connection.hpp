#pragma once

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <optional>
#include <string>

#include "asio.hpp"
#include "workers.hpp"

namespace botyard::query {

/// One connection of a client. Everything but stop() runs in the executor of the socket.
class connection : public std::enable_shared_from_this<connection> {
  public:
    connection(tcp::socket socket, workers& threads) : socket_(std::move(socket)), threads_(threads) {}

    /// Answers requests until the client closes the connection or, once the server stops, until those that
    /// have been received are answered.
    asio::awaitable<void> serve();

    /// Makes the connection end. Any thread may call it.
    void stop();

  private:
    using parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
    enum class received { request, too_large, malformed, nothing };

    asio::awaitable<received> read(parser& request);
    asio::awaitable<bool> fill();
    asio::awaitable<bool> answer(const parser& request, received what);
    asio::awaitable<bool> write(std::string_view bytes);
    asio::awaitable<void> close();

    tcp::socket socket_;
    workers& threads_;
    std::string unread_;
    bool stopping_ = false;
    /// Once the server stops: the number of bytes that the system has received and that are not read.
    std::optional<std::size_t> left_;
};

}  // namespace botyard::query
