#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <iostream>
#include <string>

namespace asio = boost::asio;
namespace beast = boost::beast;

std::string echo(const std::string& host) {
    asio::io_context context;
    asio::ssl::context trusted(asio::ssl::context::tls_client);
    trusted.set_default_verify_paths();
    trusted.set_verify_mode(asio::ssl::verify_peer);
    beast::websocket::stream<asio::ssl::stream<asio::ip::tcp::socket>> socket(context, trusted);
    asio::connect(beast::get_lowest_layer(socket), asio::ip::tcp::resolver(context).resolve(host, "443"));
    auto& tls = socket.next_layer();
    SSL_set_tlsext_host_name(tls.native_handle(), host.c_str());
    tls.set_verify_callback(asio::ssl::host_name_verification(host));
    tls.handshake(asio::ssl::stream_base::client);
    socket.handshake(host, "/");
    socket.write(asio::buffer(std::string("hello")));
    beast::flat_buffer answer;
    socket.read(answer);
    socket.close(beast::websocket::close_code::normal);
    return beast::buffers_to_string(answer.data());
}

int main(int, char** argv) {
    try {
        const std::string url = argv[1];  // wss://HOST/
        std::cout << echo(url.substr(6, url.size() - 7)) << '\n';
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
