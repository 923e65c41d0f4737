#include <botyard/query.hpp>

#include <botyard/input.hpp>

#include "../errors.hpp"
#include "../process/environment.hpp"
#include "one_shot.hpp"
#include "server.hpp"

namespace botyard::query {

json get_config() { return input::parse().config; }

void run() {
    if (process::become_query_process()) throw make_error("query.already_running");
    if (const auto path = process::variable("QUERY_PATH")) run_one_shot(*path);
    run_server();
}

}  // namespace botyard::query
