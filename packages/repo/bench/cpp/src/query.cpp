/// Answers `/ping`, once or as a server.

#include <botyard/botyard.hpp>

int main() {
    botyard::query::handler("/ping", [](const botyard::query::request&) {
        return botyard::json{{"pong", true}};
    });
    botyard::query::run();
}
