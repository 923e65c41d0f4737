#include <botyard/metric.hpp>

#include "errors.hpp"
#include "json/write.hpp"
#include "line.hpp"
#include "process/clock.hpp"
#include "process/streams.hpp"
#include "process/system_error.hpp"

namespace botyard {

void metric(std::string_view type, const json_form& data) {
    const auto line = metric_line(type, data, process::now());
    if (const auto failure = process::write_stdout(line)) {
        throw make_error("metric.write_failed",
                         {{"type", shown(type)}, {"reason", process::error_name(failure)}},
                         failure.message());
    }
}

}  // namespace botyard
