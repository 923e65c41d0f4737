#include "bot.hpp"

int main() { answer_queries(); }
