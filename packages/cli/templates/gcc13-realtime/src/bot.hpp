#pragma once

/// Runs the bot: the program main.cpp.
void run();

/// Answers its queries: the program query.cpp.
void answer_queries();
