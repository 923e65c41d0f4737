#pragma once

/// \file
/// Metrics.

#include <botyard/fields.hpp>
#include <botyard/json.hpp>
#include <string_view>

namespace botyard {

/// Writes a metric to standard output, as one line that has reached the system when the function returns
/// [MET-1]. Any number of threads may call it.
///
/// \code
/// botyard::metric("price", {{"symbol", "AAPL"}, {"value", 187.5}});
/// \endcode
///
/// \param type  what the metric is, not empty
/// \param data  an object; the line is at most 65,536 bytes long
/// \throws exception `metric.invalid_type`, `metric.invalid_data` if the JSON form of `data` is not an
/// object, `metric.too_large`, `metric.write_failed`
void metric(std::string_view type, const json_form& data);

/// The same for an object that is written as a braced list, as above: it takes less time, because no `json`
/// is made of the members.
void metric(std::string_view type, detail::fields data);

}  // namespace botyard
