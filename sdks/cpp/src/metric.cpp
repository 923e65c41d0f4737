#include <botyard/metric.hpp>

#include "errors.hpp"
#include "json/write.hpp"
#include "line.hpp"
#include "process/clock.hpp"
#include "process/streams.hpp"
#include "process/system_error.hpp"

namespace botyard {
namespace {

void write(std::string_view type, std::string_view line) {
    if (const auto failure = process::write_stdout(line)) {
        throw make_error("metric.write_failed",
                         {{"type", shown(type)}, {"reason", process::error_name(failure)}},
                         failure.message());
    }
}

}  // namespace

void metric(std::string_view type, const json_form& data) {
    write(type, metric_line(type, data, process::now()));
}

void metric(std::string_view type, detail::fields data) {
    write(type, metric_line(type, data, process::now()));
}

}  // namespace botyard
