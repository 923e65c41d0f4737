#pragma once

namespace botyard::query {

/// Makes an exception that leaves a thread of the bot be logged before it ends the process.
void log_left_work();

}  // namespace botyard::query
