#include <fstream>
#include <utility>

#include "../json/read.hpp"
#include "../json/write.hpp"
#include "../process/files.hpp"
#include "../query/answer.hpp"
#include "inside.hpp"

namespace botyard::testing {
namespace {

/// Changes a variable until the end of a block.
template <class T>
class during {
  public:
    during(T& variable, T value) : variable_(variable), before_(std::exchange(variable, value)) {}
    during(const during&) = delete;
    during& operator=(const during&) = delete;
    ~during() { variable_ = before_; }

  private:
    T& variable_;
    T before_;
};

}  // namespace

bot::bot(bot_options options) : inside_(std::make_unique<inside>(std::move(options))) {}
bot::~bot() = default;

int bot::run_program(const std::function<int()>& program) {
    const during running(programs, programs + 1);
    {
        const std::lock_guard alone(inside_->changing);
        inside_->exit_code.reset();
    }
    const auto result = inside_->home.path("result.json");
    const auto earlier = process::read_file(result);
    process::remove_file(result);
    int exit_code = 0;
    try {
        exit_code = program();
    } catch (const ended& end) {
        // What it ended with is known. Only a run of the bot removes the result of an earlier one [RES-15].
        if (end.is_query_program && earlier && !process::is_file(result)) std::ofstream(result) << *earlier;
    }
    const std::lock_guard alone(inside_->changing);
    return inside_->exit_code.value_or(exit_code);
}

json bot::ask(std::string_view path, const json& params) {
    const during asked(answering, true);
    const std::string of(path);
    const auto answer = query::answer_one_shot(of, write_json(params));
    query::log_failure(of, answer);
    return read_json(answer.one_shot());
}

void bot::stop() { inside_->asked.request_stop(); }

std::vector<metric> bot::metrics() const {
    const std::lock_guard alone(inside_->changing);
    return inside_->metrics;
}

std::vector<log_record> bot::logs() const {
    const std::lock_guard alone(inside_->changing);
    return inside_->logs;
}

std::optional<json> bot::result() const {
    const auto document = process::read_file(inside_->home.path("result.json"));
    if (!document) return std::nullopt;
    return read_json(*document);
}

std::chrono::sys_time<std::chrono::milliseconds> bot::now() const {
    return std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(inside_->now()));
}

}  // namespace botyard::testing
