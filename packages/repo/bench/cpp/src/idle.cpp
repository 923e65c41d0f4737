/// A realtime bot between two looks: it writes a metric and waits.

#include <botyard/botyard.hpp>

#include <unistd.h>

int main() {
    botyard::metric("price", {{"symbol", "AAPL"}, {"value", 187.5}});
    pause();
}
