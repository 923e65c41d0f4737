#include "one_shot.hpp"

#include "../process/environment.hpp"
#include "../process/report.hpp"
#include "answer.hpp"

namespace botyard::query {

void run_one_shot(const std::string& path) {
    const auto answer = answer_one_shot(path, process::variable("QUERY_PARAMS").value_or("{}"));
    log_failure(path, answer);
    process::answer_and_end(answer.one_shot(), answer.code.empty() ? 0 : 1);
}

}  // namespace botyard::query
