#pragma once

#include <botyard/fields.hpp>
#include <botyard/json.hpp>
#include <string>
#include <string_view>

namespace botyard {

/// The lines of metrics and of the log, each with its line feed.

/// Formats milliseconds since 1970 as `YYYY-MM-DDThh:mm:ss.sssZ` [MET-3].
std::string timestamp(long long unix_milliseconds);

/// Makes the line of a metric [MET-1].
///
/// \throws exception `metric.invalid_type`, `metric.invalid_data`, `metric.too_large`
std::string metric_line(std::string_view type, const json_form& data, long long unix_milliseconds);
std::string metric_line(std::string_view type, detail::fields data, long long unix_milliseconds);

/// Makes a log line [LOG-1].
std::string log_line(std::string_view level, std::string_view message, long long unix_milliseconds);

/// Makes a log line with data; data whose JSON form is null counts as not given [LOG-2].
///
/// \throws exception `log.invalid_data`
std::string log_line(std::string_view level, std::string_view message, const json_form& data,
                     long long unix_milliseconds);

}  // namespace botyard
