#pragma once

namespace botyard::query {

/// Serves until SIGTERM or SIGINT, then finishes the queries that have been received and ends the process
///
///
/// \throws exception `query.invalid_port`, `query.listen_failed`
[[noreturn]] void run_server();

}  // namespace botyard::query
