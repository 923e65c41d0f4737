#include "bot.hpp"

int main() { run(); }
