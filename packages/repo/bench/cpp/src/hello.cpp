/// The hello of Boost.Beast, asynchronous on one thread.

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <cstdlib>

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

namespace {

asio::awaitable<void> serve(tcp::socket socket) {
    boost::beast::flat_buffer buffer;
    for (;;) {
        http::request<http::string_body> request;
        co_await http::async_read(socket, buffer, request, asio::use_awaitable);
        http::response<http::string_body> response(http::status::ok, request.version(), R"({"pong":true})");
        response.set(http::field::content_type, "application/json");
        response.keep_alive(request.keep_alive());
        response.prepare_payload();
        co_await http::async_write(socket, response, asio::use_awaitable);
    }
}

asio::awaitable<void> accept(tcp::acceptor acceptor) {
    for (;;) {
        auto socket = co_await acceptor.async_accept(asio::use_awaitable);
        socket.set_option(tcp::no_delay(true));
        asio::co_spawn(acceptor.get_executor(), serve(std::move(socket)), asio::detached);
    }
}

}  // namespace

int main() {
    asio::io_context io(1);
    const auto port = static_cast<unsigned short>(std::atoi(std::getenv("QUERY_PORT")));
    const tcp::endpoint address(asio::ip::address_v4::loopback(), port);
    asio::co_spawn(io, accept(tcp::acceptor(io, address)), asio::detached);
    io.run();
}
