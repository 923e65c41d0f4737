#include "client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

namespace {

sockaddr_in address_of(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

int connected(int port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto address = address_of(port);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return socket;
    ::close(socket);
    return -1;
}

int free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    auto address = address_of(0);
    socklen_t size = sizeof address;
    ::bind(socket, reinterpret_cast<const sockaddr*>(&address), size);
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(socket);
    return ntohs(address.sin_port);
}

}  // namespace

client::client(int port) : socket_(connected(port)) {
    if (socket_ < 0) throw std::runtime_error("nobody listens on port " + std::to_string(port));
    // A server that never answers fails the test.
    const timeval patience{20, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
}

client::~client() {
    if (socket_ >= 0) ::close(socket_);
}

void client::send(const std::string& text) const {
    if (::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) < 0)
        throw std::runtime_error("the server is gone");
}

std::string client::receive_head() const {
    std::string head;
    for (char next; !head.ends_with("\r\n\r\n"); head += next) {
        if (::recv(socket_, &next, 1, 0) <= 0) return "";
    }
    return head;
}

std::string client::receive() const {
    const auto answer = receive_head();
    if (answer.empty()) return "closed";
    const auto field = answer.find("Content-Length: ");
    std::string body(std::stoul(answer.substr(field + 16)), '\0');
    ::recv(socket_, body.data(), body.size(), MSG_WAITALL);
    return answer.substr(9, 4) + body;
}

std::string client::get(const std::string& target) const {
    send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
    return receive();
}

std::string client::post(const std::string& target, const std::string& body) const {
    send("POST " + target + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body);
    return receive();
}

server::server(const folder& home, std::map<std::string, std::string> variables)
    : port(free_port()), home_(home) {
    variables["QUERY_PORT"] = std::to_string(port);
    process = home.start("answers", {}, variables);
    using namespace std::chrono;
    for (const auto end = steady_clock::now() + seconds(20); steady_clock::now() < end;) {
        if (const int socket = connected(port); socket >= 0) {
            ::close(socket);
            return;
        }
        std::this_thread::sleep_for(milliseconds(2));
    }
    throw std::runtime_error("the server does not listen");
}

ended server::stop() const {
    ::kill(process, SIGTERM);
    return home_.wait(process);
}
