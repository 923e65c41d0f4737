#pragma once

#include <map>
#include <string>

#include "bot.hpp"

/// A connection to a server on this machine.
class client {
  public:
    explicit client(int port);
    client(client&& other) noexcept : socket_(other.socket_) { other.socket_ = -1; }
    client(const client&) = delete;
    ~client();

    void send(const std::string& text) const;
    /// The head of the next answer, or nothing if the connection is closed.
    std::string receive_head() const;
    /// The status and the body of the next answer, or `closed`.
    std::string receive() const;
    std::string get(const std::string& target) const;
    std::string post(const std::string& target, const std::string& body) const;

  private:
    int socket_;
};

/// The query server of the bot `answers`, started; a test ends with stop().
class server {
  public:
    explicit server(const folder& home, std::map<std::string, std::string> variables = {});

    /// Terminates the server.
    ended stop() const;

    int port;
    pid_t process;

  private:
    const folder& home_;
};
